import { isSignedIn, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Context } from '../platform/context'

/** The person of a request whose policy lets only people in. */
export function personOf({ actor }: Pick<Context, 'actor'>): Person {
  if (!isSignedIn(actor)) throw new Problem('notSignedIn')
  return actor
}
