import { type CustomerRole, openCustomerRoles, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Database } from '../../platform/database'
import { hashSecret } from '../random-secret'
import { type FeedFacts, findFeedActor, recordFeedRead } from './feed-tokens.store'

/** A feed token is no recent authentication, however new it is. */
const neverProved = '1970-01-01T00:00:00Z'

/**
 * The actor of a feed token id: its owner, limited to one customer and to exports (`feedCustomer`). Read on every request, so
 * that an ended token takes effect at once (security D5). Throws 401 `sessionExpired` for an ended token.
 */
export async function feedActor(db: Database, id: string, now: number): Promise<Person> {
  const facts = await findFeedActor(db, { id }, now)
  if (!facts) throw new Problem('sessionExpired')
  return actorOf(facts)
}

/** Minimum time between two updates of the last use, in milliseconds. */
const lastUseIntervalMs = 60_000

/** The same by the secret itself, for clients that do not exchange it for a bearer; its use is recorded once a minute. */
export async function feedActorBySecret(db: Database, secret: string, now: number): Promise<Person> {
  const facts = await findFeedActor(db, { secretHash: hashSecret(secret) }, now)
  if (!facts) throw new Problem('sessionExpired')
  const { feed, lastUsedAt } = facts
  if (lastUsedAt === null || now - Date.parse(lastUsedAt) >= lastUseIntervalMs) await recordFeedRead(db, feed, now)
  return actorOf(facts)
}

function actorOf(facts: FeedFacts): Person {
  const { feed, lastUsedAt: _, customer, administers, readsFor, loginMethods, mustUpdatePassword, ...person } = facts
  const roleEntries = (role: CustomerRole['role'], isGranted: boolean) =>
    isGranted ? [{ customer, role, loginMethods }] : []
  return {
    kind: 'person',
    ...person,
    isStaff: false,
    ...openCustomerRoles(person.loginMethod, [
      ...roleEntries('administers', administers),
      ...roleEntries('readsFor', readsFor),
    ]),
    guestOf: null,
    sessionId: feed,
    method: 'password',
    provedAt: neverProved,
    restriction: mustUpdatePassword ? 'password' : null,
    feedCustomer: customer,
  }
}
