import { openOffices, type Person, type Restriction } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Platform } from '../../platform/context'
import { type ActorFacts, actorOfSession } from './actors.store'

/** For how long the facts about a session may be old, in milliseconds (security D5). */
const freshMs = 1_000
/** How many sessions are remembered before old ones are looked for. */
const manyEntries = 5_000

interface Entry {
  readAt: number
  person: Promise<Person | undefined>
  /** Known when it has been read. */
  userId?: string
}

/**
 * Who is behind a session. What was read is used for at most a second, and forgotten at once when this server itself
 * changes something about the session or the person.
 */
export class Actors {
  readonly #platform: Platform
  readonly #entries = new Map<string, Entry>()

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** The person of a session. Throws 401 `sessionExpired` when it is over. */
  async of(sessionId: string, now: number): Promise<Person> {
    const known = this.#entries.get(sessionId)
    const isFresh = known && now >= known.readAt && now - known.readAt < freshMs
    const person = await (isFresh ? known : this.#read(sessionId, now)).person
    if (!person) throw new Problem('sessionExpired')
    return person
  }

  /** To be called when a session ended or changed. */
  forgetSession(sessionId: string): void {
    this.#entries.delete(sessionId)
  }

  /** To be called when something about a person changed: role, customers, password, being disabled. */
  forgetPerson(userId: string): void {
    for (const [sessionId, entry] of this.#entries) {
      // One that is still being read may have read what was there before.
      if (entry.userId === userId || entry.userId === undefined) this.#entries.delete(sessionId)
    }
  }

  #read(sessionId: string, now: number): Entry {
    if (this.#entries.size >= manyEntries) this.#dropOld(now)
    const { db, configuration } = this.#platform
    const entry: Entry = {
      readAt: now,
      person: actorOfSession(db, sessionId, now).then((facts) => {
        if (facts) entry.userId = facts.id
        return facts && toPerson(facts, sessionId, configuration.mfa)
      }),
    }
    this.#entries.set(sessionId, entry)
    // A failed read is the caller's to see, and nobody's to keep.
    entry.person.catch(() => {
      if (this.#entries.get(sessionId) === entry) this.#entries.delete(sessionId)
    })
    return entry
  }

  #dropOld(now: number): void {
    for (const [sessionId, { readAt }] of this.#entries) {
      if (now - readAt >= freshMs) this.#entries.delete(sessionId)
    }
  }
}

const toPerson = (
  { mustUpdatePassword, secondFactor, offices, tooOldFor, ...facts }: ActorFacts,
  sessionId: string,
  isMfaOn: boolean,
): Person => {
  // Staff sign in with their second factor wherever they go.
  const loginMethod = facts.isStaff ? null : facts.loginMethod
  return {
    kind: 'person',
    ...facts,
    loginMethod,
    ...openOffices(
      loginMethod,
      offices.map((held) => (tooOldFor.includes(held.customer) ? { ...held, isTooOld: true } : held)),
    ),
    ...(tooOldFor.length > 0 && { tooOldFor }),
    sessionId,
    restriction: restrictionOf({ ...facts, mustUpdatePassword, secondFactor }, isMfaOn),
  }
}

/** What has to be done first: a password of one's own, and for staff a second factor (security C8). */
function restrictionOf(
  {
    mustUpdatePassword,
    method,
    isStaff,
    secondFactor,
  }: Pick<ActorFacts, 'mustUpdatePassword' | 'method' | 'isStaff' | 'secondFactor'>,
  isMfaOn: boolean,
): Restriction | null {
  if (mustUpdatePassword && method === 'password') return 'password'
  return isStaff && isMfaOn && !secondFactor ? 'secondFactor' : null
}
