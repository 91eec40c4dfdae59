import { mustSetPassword } from '@lintel/contract/identity/own-credentials'
import { openCustomerRoles, type Person, type Restriction } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Platform } from '../../platform/context'
import { type ActorFacts, actorOfSession } from './actors.store'

/** Maximum age of a cached actor, in milliseconds (security D5). */
const maxAgeMs = 1_000
/** Number of cached sessions at which outdated ones are removed. */
const maxEntries = 5_000

interface Entry {
  readAt: number
  person: Promise<Person | undefined>
  /** Set when the read has completed. */
  userId?: string
}

/**
 * Resolves sessions to actors. Entries are cached for at most a second, and removed when this server changes the session or the
 * person.
 */
export class Actors {
  readonly #platform: Platform
  readonly #entries = new Map<string, Entry>()

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** The person of a session. Throws 401 `sessionExpired` when it has ended. */
  async of(sessionId: string, now: number): Promise<Person> {
    const cached = this.#entries.get(sessionId)
    const isFresh = cached && now >= cached.readAt && now - cached.readAt < maxAgeMs
    const person = await (isFresh ? cached : this.#read(sessionId, now)).person
    if (!person) throw new Problem('sessionExpired')
    return person
  }

  /** The same without counting as use of the session: reads its current state, and is not cached. */
  async check(sessionId: string, now: number): Promise<Person> {
    const { db, configuration } = this.#platform
    const facts = await actorOfSession(db, sessionId, now, { isUse: false })
    if (!facts) throw new Problem('sessionExpired')
    return toPerson(facts, sessionId, configuration.mfa)
  }

  /** Must be called when a session ended or changed. */
  forgetSession(sessionId: string): void {
    this.#entries.delete(sessionId)
  }

  /** Must be called when a person changed: role, customers, password, disabled. */
  forgetPerson(userId: string): void {
    for (const [sessionId, entry] of this.#entries) {
      // A pending read may have read the state before the change.
      if (entry.userId === userId || entry.userId === undefined) this.#entries.delete(sessionId)
    }
  }

  #read(sessionId: string, now: number): Entry {
    if (this.#entries.size >= maxEntries) this.#dropOld(now)
    const { db, configuration } = this.#platform
    const entry: Entry = {
      readAt: now,
      person: actorOfSession(db, sessionId, now).then((facts) => {
        if (facts) entry.userId = facts.id
        return facts && toPerson(facts, sessionId, configuration.mfa)
      }),
    }
    this.#entries.set(sessionId, entry)
    // A failed read is reported to the caller and not cached.
    entry.person.catch(() => {
      if (this.#entries.get(sessionId) === entry) this.#entries.delete(sessionId)
    })
    return entry
  }

  #dropOld(now: number): void {
    for (const [sessionId, { readAt }] of this.#entries) {
      if (now - readAt >= maxAgeMs) this.#entries.delete(sessionId)
    }
  }
}

const toPerson = (
  { mustUpdatePassword, secondFactor, customerRoles, tooOldFor, ...facts }: ActorFacts,
  sessionId: string,
  isMfaOn: boolean,
): Person => {
  // Staff always sign in with their second factor, so login methods do not apply.
  const loginMethod = facts.isStaff ? null : facts.loginMethod
  return {
    kind: 'person',
    ...facts,
    loginMethod,
    ...openCustomerRoles(
      loginMethod,
      customerRoles.map((role) => (tooOldFor.includes(role.customer) ? { ...role, isTooOld: true } : role)),
    ),
    ...(tooOldFor.length > 0 && { tooOldFor }),
    sessionId,
    restriction: restrictionOf({ ...facts, mustUpdatePassword, secondFactor }, isMfaOn),
  }
}

/** What the person has to do first: set a password, or for staff set up a second factor (security C8). */
function restrictionOf(
  facts: Pick<ActorFacts, 'mustUpdatePassword' | 'method' | 'isStaff' | 'secondFactor'>,
  isMfaOn: boolean,
): Restriction | null {
  if (mustSetPassword(facts)) return 'password'
  return facts.isStaff && isMfaOn && !facts.secondFactor ? 'secondFactor' : null
}
