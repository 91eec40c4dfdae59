import { type Actor, isSignedIn } from '@lintel/contract/people/permissions'
import { Problem, type ProblemCode } from '@lintel/contract/problems'
import { clientAddress } from './client-address'
import { type Origin, type Platform, runChange } from './context'
import { type Route, routeName } from './route'

/** What is told once in a while: whoever is refused so asks again and again, by mistake or to drown the trail. */
const toldOnce: ReadonlySet<ProblemCode> = new Set([
  'stepUpRequired',
  'mfaRequired',
  'passwordUpdateRequired',
  'crossSiteRequest',
  'tooManyRequests',
])

/** Rates of what can be guessed at. That somebody asks too often for anything else is the log's business alone. */
const guessing: ReadonlySet<string> = new Set([
  'signIn',
  'resetRequest',
  'providerMatch',
  'providerSetup',
  'guestLogin',
])

/** How long it is remembered that something was told, in ms. */
const windowMs = 10 * 60_000
/** So many refusals of people and of addresses are told in that time; more of them are a flood. */
const most = { people: 5_000, addresses: 200 } as const
/** And so many of one session: whoever asks for everything there is says no more by the hundredth answer. */
const mostOfOne = 100

/** A request that was refused. */
export interface Refused {
  actor: Actor
  origin: Origin
  route: Route
  url: string
  error: unknown
  now: number
}

/** What was told: each refusal once, and how many of one session or address. */
interface Told {
  keys: Set<string>
  ofOne: Map<string, number>
}

const nothingTold = (): Told => ({ keys: new Set(), ofOne: new Map() })

/** Tells the trail who was refused what (security J1), in an amount that nobody can drive up. */
export class Denials {
  readonly #platform: Platform
  #told = { people: nothingTold(), addresses: nothingTold() }
  #windowEnds = 0
  #last: Promise<void> = Promise.resolve()

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** Writes the refusal in a transaction of its own: the refused one is gone. It stays refused if that fails. */
  async tell({ actor, origin, route, url, error, now }: Refused): Promise<void> {
    const code = error instanceof Problem ? deniedBy(error, route) : undefined
    if (code === undefined) return
    const told = this.#toldTo(isSignedIn(actor) ? 'people' : 'addresses', now)
    const who = isSignedIn(actor) ? `${actor.id} ${actor.sessionId}` : clientAddress(origin.ip)
    // An address may hold a secret (a guest's link): it is told where the object is what was refused, and nowhere else.
    const what = code === 'forbidden' ? `${routeName(route)} ${url.slice(0, 500)}` : `${code} ${routeName(route)}`
    const key = isSignedIn(actor) ? `${who} ${what}` : `${who} ${code}`
    const ofOne = told.ofOne.get(who) ?? 0
    if (told.keys.has(key) || told.keys.size >= told.most || ofOne >= mostOfOne) return
    told.keys.add(key)
    told.ofOne.set(who, ofOne + 1)
    if (told.keys.size === told.most) this.#platform.log.warn('more is refused than the trail is told of')
    const reason = ofOne + 1 === mostOfOne ? `${what} (what is refused after this is not listed)` : what
    // One after the other: a flood has one connection to the database, and no more.
    this.#last = this.#last.then(() => this.#write(actor, origin, reason))
    await this.#last
  }

  /** What was told in the time that runs. */
  #toldTo(whom: keyof typeof most, now: number): Told & { most: number } {
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + windowMs
      this.#told = { people: nothingTold(), addresses: nothingTold() }
    }
    return { ...this.#told[whom], most: most[whom] }
  }

  async #write(actor: Actor, origin: Origin, reason: string): Promise<void> {
    const customer = isSignedIn(actor) ? actor.homeCustomer : null
    try {
      await runChange(this.#platform, { ...origin, actor }, async ({ audit }) =>
        audit({ action: 'access.denied', customer, result: 'failure', reason }),
      )
    } catch (error) {
      this.#platform.log.error({ err: error, reason }, 'a refusal is missing in the trail')
    }
  }
}

/** The word for a refusal that belongs to the trail. */
function deniedBy({ objects, code }: Problem, { terms: { rate = 'general' } }: Route): ProblemCode | undefined {
  if (objects.some((object) => object.code === 'forbidden')) return 'forbidden'
  if (code === 'tooManyRequests' && !guessing.has(rate)) return undefined
  return toldOnce.has(code) ? code : undefined
}
