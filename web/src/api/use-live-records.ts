import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { all, keyOf } from './resource'
import { followCustomer } from './shared-live'

/** All records of a customer, as its route loads them too. */
export const recordsOf = <R extends AnyResource>(resource: R, customer: string) =>
  all(resource, { filter: { customer } })

/** The records of a customer; what somebody else changes appears as it happens. */
export function useLiveRecords<R extends AnyResource>(resource: R, customer: string) {
  const queries = useQueryClient()

  // The server tells of changes by others: what is shown is read again.
  useEffect(() => {
    const readAgain = () => void queries.invalidateQueries({ queryKey: keyOf(resource) })
    return followCustomer({
      customer,
      onChange: ({ type }) => type === resource.type && readAgain(),
      onReload: readAgain,
    })
  }, [resource, customer, queries])

  return useQuery(recordsOf(resource, customer))
}
