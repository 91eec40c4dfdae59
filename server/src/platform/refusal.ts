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
import type { Access, ResourceHandlers } from './served'

/** The failure of somebody whose session the login methods exclude: 403, with those that would do; with none, a proof anew would. */
export const loginMethodRequired = (loginMethods: readonly string[]): Problem =>
  loginMethods.length === 0
    ? new Problem('stepUpRequired')
    : new Problem('loginMethodRequired', { meta: { loginMethods } })

/** The failure of somebody whom a policy does not let in: 401, 403, or 403 with the login methods by which it would. */
export function refusal(actor: Actor, may: (actor: Person) => boolean): Problem {
  if (!isSignedIn(actor)) return new Problem('notSignedIn')
  const methods = methodsThatAllow(actor, may)
  return methods ? loginMethodRequired(methods) : new Problem('forbidden')
}

/**
 * One record that the actor may see. Fails with 403 `loginMethodRequired` where another login method would show it, else with
 * 404: only then is asked again why nothing was found, by `access` for a read or a change.
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

/** The login methods of a closed customer of the actor's, if the record is one of it. */
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
