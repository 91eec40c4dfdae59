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

/** How many records a list of a customer has, followed as they come and go; undefined until it was read. Fails like {@link first}. */
export function useLiveTotal(customer: string, { resource, request, follows }: CountedList): number | undefined {
  // One record without its fields: the number is all that is wanted.
  const total = first(resource, 1, { ...request, fields: { [resource.type]: [] } })
  useReadAgain(resource, customer, total.queryKey, follows)
  const { data } = useQuery(total)
  return data?.total
}
