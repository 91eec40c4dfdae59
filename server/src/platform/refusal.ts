import type { AnyResource, Entity } from '@lintel/contract/jsonapi/resource'
import {
  type Actor,
  isSignedIn,
  methodsThatAllow,
  type Person,
  withAnyLoginMethod,
} from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Database, Transaction } from './database'
import type { Access, ResourceHandlers } from './resource-handlers'

/**
 * The failure when login methods exclude the session: 403 with the accepted ones; with none, a renewed proof of
 * identity is enough.
 */
export const loginMethodRequired = (loginMethods: readonly string[]): Problem =>
  loginMethods.length === 0
    ? new Problem('stepUpRequired')
    : new Problem('loginMethodRequired', { meta: { loginMethods } })

/** The failure when a policy denies: 401, 403, or 403 with the login methods that would be accepted. */
export function refusal(actor: Actor, may: (actor: Person) => boolean): Problem {
  if (!isSignedIn(actor)) return new Problem('notSignedIn')
  const methods = methodsThatAllow(actor, may)
  return methods ? loginMethodRequired(methods) : new Problem('forbidden')
}

/**
 * Loads a record visible to the actor. Throws 403 `loginMethodRequired` if another login method would show it, else
 * 404; the reason is determined only then, by `access`.
 */
export async function findOrRefuse<R extends AnyResource, A extends Actor>(
  served: Pick<ResourceHandlers<R, A>, 'find' | 'missingMethods' | 'tenant'>,
  db: Database | Transaction,
  actor: A,
  id: string,
  access: Access = 'read',
): Promise<Entity<R>> {
  const record = await served.find(db, actor, id)
  if (record) return record
  const methods =
    (await served.missingMethods?.(db, actor, id, access)) ?? (await methodsOfCustomer(served, db, actor, id))
  throw methods ? loginMethodRequired(methods) : new Problem('notFound')
}

/** The login methods of the customer of the record, if they exclude the session of the actor. */
async function methodsOfCustomer<R extends AnyResource, A extends Actor>(
  { find, tenant }: Pick<ResourceHandlers<R, A>, 'find' | 'tenant'>,
  db: Database | Transaction,
  actor: A,
  id: string,
): Promise<readonly string[] | undefined> {
  if (!isSignedIn(actor) || actor.closedCustomers.length === 0 || !tenant) return undefined
  const hidden = await find(db, withAnyLoginMethod(actor) as A, id)
  const customer = hidden && tenant(hidden)
  return actor.closedCustomers.find((closed) => closed.customer === customer)?.loginMethods
}
