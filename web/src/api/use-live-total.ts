import type { ListRequest } from '@lintel/contract/jsonapi/query'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { useQuery } from '@tanstack/react-query'
import { first } from './read-page'
import { useLiveRefetch } from './use-live-records'

/** A list of a customer to be counted; `follows`: other records whose changes affect the count. */
export interface CountedList {
  resource: AnyResource
  request: ListRequest
  follows?: AnyResource
}

/** The query that counts a list, also used by its route: requests one record without fields, as only the total is needed. */
export const totalQuery = ({ resource, request }: CountedList) =>
  first(resource, 1, { ...request, fields: { [resource.type]: [] } })

/** The live number of records of a customer's list; undefined until it was read. Fails like {@link first}. */
export function useLiveTotal(customer: string, counted: CountedList): number | undefined {
  const total = totalQuery(counted)
  useLiveRefetch(counted.resource, customer, total.queryKey, counted.follows)
  const { data } = useQuery(total)
  return data?.total
}
