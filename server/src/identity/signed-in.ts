import { isSignedIn, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Context } from '../platform/context'

/** The signed-in person of a request. Throws 401 `notSignedIn` for other actors. */
export function personOf({ actor }: Pick<Context, 'actor'>): Person {
  if (!isSignedIn(actor)) throw new Problem('notSignedIn')
  return actor
}
