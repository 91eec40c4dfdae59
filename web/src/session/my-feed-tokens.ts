import { listFeedTokens } from '@lintel/contract/identity/feed-tokens'
import type { CurrentUser } from '@lintel/contract/people/users'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/call-api'

/** The person's feed tokens. Fails like `callApi`. */
export const myFeedTokens = queryOptions({
  queryKey: ['feed-tokens'],
  queryFn: ({ signal }) => callApi(listFeedTokens, { signal }),
})

/** A customer whose exports a feed token can read. */
export interface FeedCustomer {
  id: string
  name: string
}

/**
 * The customers for which a person may create a feed token: those they administer, then those they read as an API user. None for staff,
 * whose sessions are never remembered, and for guests, who have no customer (security D10).
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
