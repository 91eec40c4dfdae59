import { apiTokenPrefix } from '@lintel/contract/identity/api-tokens'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { type Origin, type Platform, runChange } from '../../platform/context'
import { hashOf } from '../own-secret'
import { type ApiTokenFacts, noteRefusal, overApiToken, useApiToken } from './api-tokens.store'

/** For how long what was read of a token may be old, in milliseconds (security D5). */
const freshMs = 1_000
/** How many tokens are remembered before old ones are looked for. */
const manyEntries = 1_000

/** An API token proves nobody. */
const neverProved = '1970-01-01T00:00:00Z'

interface Entry {
  readAt: number
  facts: Promise<ApiTokenFacts | undefined>
}

/** A bearer that says of itself that it is an API token. */
export const claimsApiToken = (bearer: string): boolean => bearer.startsWith(apiTokenPrefix)

/** Why a token opens nothing any more, in plain words. */
const endings: Record<string, string> = {
  over: 'The API token has expired',
  revoked: 'The API token was revoked',
}

/**
 * Who acts by an API token. What was read is used for at most a second, and forgotten at once when this server itself ends one. Its
 * secret is remembered as a hash alone.
 */
export class ApiTokenActors {
  readonly #platform: Platform
  readonly #entries = new Map<string, Entry>()

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** Throws 401 `invalidToken` for a token that is unknown or over. */
  async of(token: string, now: number, origin: Origin): Promise<Person> {
    const hash = hashOf(token)
    const key = `${origin.ip} ${hash.toString('base64')}`
    const known = this.#entries.get(key)
    const isFresh = known && now >= known.readAt && now - known.readAt < freshMs
    const facts = await (isFresh ? known : this.#read(key, hash, now, origin)).facts
    if (facts) return toPerson(facts)
    this.#entries.delete(key)
    throw await this.#refusal(hash, now, origin)
  }

  /** To be called when tokens ended. */
  forgetAll(): void {
    this.#entries.clear()
  }

  #read(key: string, hash: Buffer, now: number, { ip }: Origin): Entry {
    if (this.#entries.size >= manyEntries) this.#entries.clear()
    const entry = { readAt: now, facts: useApiToken(this.#platform.db, hash, { ip, now }) }
    this.#entries.set(key, entry)
    // A failed read is the caller's to see, and nobody's to keep.
    entry.facts.catch(() => this.#entries.delete(key))
    return entry
  }

  /** A token that is over tells the audit log of itself, once an hour; of one that nobody made there is nothing to tell. */
  async #refusal(hash: Buffer, now: number, origin: Origin): Promise<Problem> {
    const over = await overApiToken(this.#platform.db, hash, now)
    if (!over) return new Problem('invalidToken')
    const { id, customer, userId, email, reason } = over
    if (over.isNews)
      await runChange(this.#platform, { ...origin, actor: { kind: 'anonymous' } }, async ({ db, audit }) => {
        await noteRefusal(db, id, now)
        const target = { type: 'api-tokens', id }
        audit({ action: 'api-tokens.use', customer, target, result: 'failure', reason, actor: { id: userId, email } })
      })
    return new Problem('invalidToken', { detail: endings[reason] ?? 'The API token has ended' })
  }
}

/** An API token reads for its customer like an API user, and is nothing anywhere else: no member, no guest, no staff. */
const toPerson = ({ id, customer, scopes, userId, email }: ApiTokenFacts): Person => ({
  kind: 'person',
  id: userId,
  email,
  isStaff: false,
  administers: scopes.includes('members:write') ? [customer] : [],
  readsFor: [customer],
  closedCustomers: [],
  homeCustomer: customer,
  guestOf: null,
  sessionId: id,
  method: 'password',
  // Login methods are about people who sign in (contract §6).
  loginMethod: null,
  provedAt: neverProved,
  restriction: null,
  apiToken: { id, customer, scopes },
})
