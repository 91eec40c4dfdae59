import { listFeedTokens } from '@lintel/contract/identity/feed-tokens'
import type { CurrentUser } from '@lintel/contract/people/users'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../api/ask'

/** The person's feed tokens. Fails like `ask`. */
export const myFeedTokens = queryOptions({
  queryKey: ['feed-tokens'],
  queryFn: ({ signal }) => ask(listFeedTokens, { signal }),
})

/** A customer whose exports somebody reads. */
export interface FeedCustomer {
  id: string
  name: string
}

/**
 * The customers that a person may make a feed token for: those they administer, then those they read as an API
 * user. Staff are never remembered, and guests have no customer: none (security D10).
 */
export function feedCustomers({
  role,
  guestOf,
  customerAdminFor,
  apiUserFor,
}: Pick<CurrentUser, 'role' | 'guestOf' | 'customerAdminFor' | 'apiUserFor'>): readonly FeedCustomer[] {
  if (role !== null || guestOf !== null) return []
  const others = apiUserFor.filter(({ id }) => customerAdminFor.every((customer) => customer.id !== id))
  return [...customerAdminFor, ...others]
}
