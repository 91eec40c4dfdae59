import { apiTokenPrefix } from '@lintel/contract/identity/api-tokens'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Origin, Platform } from '../../platform/context'
import { recordEndedUse, refusalContext } from '../credentials/ended-use'
import { endDetail, tokenPerson } from '../credentials/token-person'
import { hashSecret } from '../random-secret'
import { type ApiTokenFacts, useApiToken } from './api-tokens.store'

/** Maximum age of a cached token, in milliseconds (security D5). */
const maxAgeMs = 1_000
/** Maximum number of cached tokens: the oldest make room. */
const maxEntries = 1_000

interface Entry {
  readAt: number
  /** Whether this read or one before it found a valid token. */
  wasValid: boolean
  facts: Promise<ApiTokenFacts | undefined>
}

/** The prefix and 256 bits in base64url. */
const tokenForm = new RegExp(`^${apiTokenPrefix}[\\w-]{43}$`)

/** Whether a bearer has the form of an API token; nothing is verified. */
export const looksLikeApiToken = (bearer: string): boolean => tokenForm.test(bearer)

/**
 * Resolves API tokens to actors. Entries are cached for at most a second and cleared when this server ends a token. Only the
 * hash of a secret is kept.
 */
export class ApiTokenActors {
  readonly #platform: Platform
  readonly #entries = new Map<string, Entry>()

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** Throws 401 `invalidToken` for a token that is unknown, revoked or expired. */
  async of(token: string, now: number, origin: Origin): Promise<Person> {
    const hash = hashSecret(token)
    const key = entryKey(hash, origin)
    const cached = this.#entries.get(key)
    const isFresh = cached && now >= cached.readAt && now - cached.readAt < maxAgeMs
    const entry = isFresh ? cached : this.#read(key, hash, now, origin)
    const facts = await entry.facts
    if (facts) {
      entry.wasValid = true
      return toPerson(facts)
    }
    this.#entries.delete(key)
    const ended = await recordEndedUse(refusalContext(this.#platform, origin, now), 'api_token', hash)
    throw new Problem('invalidToken', ended && { detail: endDetail('API token', ended.reason) })
  }

  /** Whether the token was valid when this address last used it, as far as it is still cached. */
  wasValid(token: string, origin: Origin): boolean {
    return this.#entries.get(entryKey(hashSecret(token), origin))?.wasValid ?? false
  }

  /** Must be called when tokens were ended: all are read again before they are used. */
  forgetAll(): void {
    for (const entry of this.#entries.values()) entry.readAt = Number.NEGATIVE_INFINITY
  }

  #read(key: string, hash: Buffer, now: number, { ip }: Origin): Entry {
    const wasValid = this.#entries.get(key)?.wasValid ?? false
    this.#entries.delete(key)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size < maxEntries) break
      this.#entries.delete(oldest)
    }
    const entry = { readAt: now, wasValid, facts: useApiToken(this.#platform.db, hash, { ip, now }) }
    this.#entries.set(key, entry)
    // A failed read is reported to the caller and not used again.
    entry.facts.catch(() => {
      entry.readAt = Number.NEGATIVE_INFINITY
      if (!wasValid) this.#entries.delete(key)
    })
    return entry
  }
}

const entryKey = (hash: Buffer, { ip }: Origin) => `${ip} ${hash.toString('base64')}`

/** An API token reads like an API user of its customer and has no other role. */
const toPerson = ({ id, customer, scopes, userId, email }: ApiTokenFacts): Person => {
  const administers = scopes.includes('members:write') ? [customer] : []
  // Login methods only apply to people who sign in (contract §6).
  const owner = { id, userId, email, homeCustomer: customer, loginMethod: null }
  return {
    ...tokenPerson(owner, { administers, readsFor: [customer], closedCustomers: [] }),
    apiToken: { id, customer, scopes },
  }
}
