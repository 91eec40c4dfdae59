import { isBuiltIn } from '@lintel/contract/customers/login-methods'
import { type CustomerRole, openCustomerRoles, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Database } from '../../platform/database'
import { type RefusalContext, recordEndedUse } from '../credentials/ended-use'
import { lastUseIntervalSeconds } from '../credentials/last-use.store'
import { tokenPerson } from '../credentials/token-person'
import type { UnknownSecrets } from '../guessing/unknown-secrets'
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

/**
 * The same by the secret itself, for clients that do not exchange it for a bearer; its use is recorded. That of an ended token
 * is in the audit log once an hour, and unknown secrets in a bounded amount, like those that are exchanged.
 */
export async function feedActorBySecret(
  context: RefusalContext,
  unknownSecrets: UnknownSecrets,
  secret: string,
): Promise<Person> {
  const { db, now } = context
  const secretHash = hashSecret(secret)
  const facts = await findFeedActor(db, { secretHash }, now)
  if (!facts) {
    if (!(await recordEndedUse(context, 'feed_token', secretHash)))
      await unknownSecrets.record(context, 'feed-token.refresh')
    throw new Problem('sessionExpired')
  }
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
