import { type Actor, isSignedIn } from '@lintel/contract/people/permissions'
import { Problem, type ProblemCode } from '@lintel/contract/problems'
import { clientAddress } from './client-address'
import { type Origin, type Platform, runChange } from './context'
import { type Route, routeName } from './route'

/** Codes that are recorded once per window, because clients repeat them, by mistake or to flood the audit log. */
const throttledCodes: ReadonlySet<ProblemCode> = new Set([
  'stepUpRequired',
  'mfaRequired',
  'passwordUpdateRequired',
  'loginMethodRequired',
  'crossSiteRequest',
  'tooManyRequests',
])

/** Rates that protect against guessing. Exceeding any other rate is not recorded. */
const guessableRates: ReadonlySet<string> = new Set([
  'signIn',
  'resetRequest',
  'providerMatch',
  'providerSetup',
  'guestLogin',
])

/** The window within which repetitions are not recorded, in milliseconds. */
const windowMs = 10 * 60_000
/** Maximum number of recorded denials per window. */
const maxDenials = { people: 5_000, addresses: 200 } as const
/** Maximum number of recorded denials per window of one session or address. */
const maxPerClient = 100

/** A request that was refused. */
export interface RefusedRequest {
  actor: Actor
  origin: Origin
  route: Route
  url: string
  error: unknown
  now: number
}

/** The denials recorded in a window: their keys, and their number per session or address. */
interface RecordedWindow {
  keys: Set<string>
  perClient: Map<string, number>
}

const emptyWindow = (): RecordedWindow => ({ keys: new Set(), perClient: new Map() })

/** Records denied requests in the audit log (security J1), in a bounded amount. */
export class Denials {
  readonly #platform: Platform
  #recorded = { people: emptyWindow(), addresses: emptyWindow() }
  #windowEnds = 0
  #last: Promise<void> = Promise.resolve()

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /**
   * Records the denial in its own transaction, since that of the request is rolled back. If this fails, the request is
   * denied all the same.
   */
  async record({ actor, origin, route, url, error, now }: RefusedRequest): Promise<void> {
    const code = error instanceof Problem ? deniedBy(error, route) : undefined
    if (code === undefined) return
    const recorded = this.#windowOf(isSignedIn(actor) ? 'people' : 'addresses', now)
    const who = isSignedIn(actor) ? `${actor.id} ${actor.sessionId}` : clientAddress(origin.ip)
    // A URL may contain a secret (that of a guest link), so it is recorded only for `forbidden`, where the object
    // matters.
    const what = code === 'forbidden' ? `${routeName(route)} ${url.slice(0, 500)}` : `${code} ${routeName(route)}`
    const key = isSignedIn(actor) ? `${who} ${what}` : `${who} ${code}`
    const perClient = recorded.perClient.get(who) ?? 0
    if (recorded.keys.has(key) || recorded.keys.size >= recorded.max || perClient >= maxPerClient) return
    recorded.keys.add(key)
    recorded.perClient.set(who, perClient + 1)
    if (recorded.keys.size === recorded.max)
      this.#platform.log.warn('more requests are denied than the audit log records')
    const reason = perClient + 1 === maxPerClient ? `${what} (what is refused after this is not listed)` : what
    // Serialised, so that a flood occupies only one database connection.
    this.#last = this.#last.then(() => this.#write(actor, origin, reason))
    await this.#last
  }

  /** The current window. */
  #windowOf(kind: keyof typeof maxDenials, now: number): RecordedWindow & { max: number } {
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + windowMs
      this.#recorded = { people: emptyWindow(), addresses: emptyWindow() }
    }
    return { ...this.#recorded[kind], max: maxDenials[kind] }
  }

  async #write(actor: Actor, origin: Origin, reason: string): Promise<void> {
    const customer = isSignedIn(actor) ? actor.homeCustomer : null
    try {
      await runChange(this.#platform, { ...origin, actor }, async ({ audit }) =>
        audit({ action: 'access.denied', customer, result: 'failure', reason }),
      )
    } catch (error) {
      this.#platform.log.error({ err: error, reason }, 'a denied request could not be recorded in the audit log')
    }
  }
}

/** The code to record for a denial; undefined if it is not recorded. */
function deniedBy({ objects, code }: Problem, { terms: { rate = 'general' } }: Route): ProblemCode | undefined {
  if (objects.some((object) => object.code === 'forbidden')) return 'forbidden'
  if (code === 'tooManyRequests' && !guessableRates.has(rate)) return undefined
  return throttledCodes.has(code) ? code : undefined
}
