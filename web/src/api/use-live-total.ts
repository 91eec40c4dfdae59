import type { ListRequest } from '@lintel/contract/jsonapi/query'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { useQuery } from '@tanstack/react-query'
import { first } from './pages'
import { useReadAgain } from './use-live-records'

/** A list of a customer that is counted; `follows` are other records whose changes make another number of it. */
export interface CountedList {
  resource: AnyResource
  request: ListRequest
  follows?: AnyResource
}

/** The query that counts a list, as its route loads it too: one record without its fields, as the number is all that is wanted. */
export const totalOf = ({ resource, request }: CountedList) =>
  first(resource, 1, { ...request, fields: { [resource.type]: [] } })

/** How many records a list of a customer has, followed as they come and go; undefined until it was read. Fails like {@link first}. */
export function useLiveTotal(customer: string, counted: CountedList): number | undefined {
  const total = totalOf(counted)
  useReadAgain(counted.resource, customer, total.queryKey, counted.follows)
  const { data } = useQuery(total)
  return data?.total
}
