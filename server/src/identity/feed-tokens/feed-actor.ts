import { type CustomerOffice, openOffices, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Database } from '../../platform/database'
import { hashOf } from '../own-secret'
import { actorOfFeed, type FeedFacts, noteFeedRead } from './feed-tokens.store'

/** A feed token proves nobody anew, however young it is. */
const neverProved = '1970-01-01T00:00:00Z'

/**
 * Who reads by a feed token of this id: its owner, narrowed to one customer and to exports (`exportsOf`). Asked at each
 * request, so that a token that ended reads nothing more (security D5). Throws 401 `sessionExpired` then.
 */
export async function feedActor(db: Database, id: string, now: number): Promise<Person> {
  const facts = await actorOfFeed(db, { id }, now)
  if (!facts) throw new Problem('sessionExpired')
  return actorOf(facts)
}

/** Its use is noted so often (ms). */
const notedEveryMs = 60_000

/** The same by the secret itself, for tools that exchange nothing; that it was used is noted once a minute. */
export async function feedActorBySecret(db: Database, secret: string, now: number): Promise<Person> {
  const facts = await actorOfFeed(db, { secretHash: hashOf(secret) }, now)
  if (!facts) throw new Problem('sessionExpired')
  const { feed, lastUsedAt } = facts
  if (lastUsedAt === null || now - Date.parse(lastUsedAt) >= notedEveryMs) await noteFeedRead(db, feed, now)
  return actorOf(facts)
}

function actorOf(facts: FeedFacts): Person {
  const { feed, lastUsedAt: _, customer, administers, readsFor, loginMethods, mustUpdatePassword, ...person } = facts
  const held = (office: CustomerOffice['office'], isHeld: boolean) =>
    isHeld ? [{ customer, office, loginMethods }] : []
  return {
    kind: 'person',
    ...person,
    isStaff: false,
    ...openOffices(person.loginMethod, [...held('administers', administers), ...held('readsFor', readsFor)]),
    guestOf: null,
    sessionId: feed,
    method: 'password',
    provedAt: neverProved,
    restriction: mustUpdatePassword ? 'password' : null,
    exportsOf: customer,
  }
}
