import { isBuiltIn } from '@lintel/contract/customers/login-methods'
import { type CustomerRole, openCustomerRoles, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Database } from '../../platform/database'
import { lastUseIntervalSeconds } from '../credentials/last-use.store'
import { tokenPerson } from '../credentials/token-person'
import { hashSecret } from '../random-secret'
import { type FeedFacts, findFeedActor, recordFeedRead } from './feed-tokens.store'

/**
 * The actor of a feed token id: its owner, limited to one customer and to exports (`feedCustomer`). Read on every request, so
 * that an ended token takes effect at once (security D5). Throws 401 `sessionExpired` for an ended token.
 */
export async function feedActor(db: Database, id: string, now: number): Promise<Person> {
  const facts = await findFeedActor(db, { id }, now)
  if (!facts) throw new Problem('sessionExpired')
  return actorOf(facts)
}

/** The same by the secret itself, for clients that do not exchange it for a bearer; its use is recorded. */
export async function feedActorBySecret(db: Database, secret: string, now: number): Promise<Person> {
  const facts = await findFeedActor(db, { secretHash: hashSecret(secret) }, now)
  if (!facts) throw new Problem('sessionExpired')
  const { feed, lastUsedAt } = facts
  if (lastUsedAt === null || now - Date.parse(lastUsedAt) >= lastUseIntervalSeconds * 1_000)
    await recordFeedRead(db, feed, now)
  return actorOf(facts)
}

function actorOf({ administers, readsFor, loginMethods, mustUpdatePassword, ...facts }: FeedFacts): Person {
  const { feed, id: userId, email, homeCustomer, loginMethod, customer } = facts
  const roleEntries = (role: CustomerRole['role'], isGranted: boolean) =>
    isGranted ? [{ customer, role, loginMethods }] : []
  const roles = [...roleEntries('administers', administers), ...roleEntries('readsFor', readsFor)]
  return {
    ...tokenPerson({ id: feed, userId, email, homeCustomer, loginMethod }, openCustomerRoles(loginMethod, roles)),
    // Only who signs in by a password can be asked for a new one.
    restriction: mustUpdatePassword && isBuiltIn(loginMethod) ? 'password' : null,
    feedCustomer: customer,
  }
}
