import { organizations } from '@lintel/contract/people/organizations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followChanges } from '../../api/live'
import { all, keyOf } from '../../api/resource'

/** The organizations of a customer by name; what somebody else changes appears as it happens. */
export function useOrganizations(customer: string) {
  const queries = useQueryClient()

  // The server tells of changes by others: what is shown is read again.
  useEffect(() => {
    const readAgain = () => void queries.invalidateQueries({ queryKey: keyOf(organizations) })
    return followChanges({
      customer,
      onChange: ({ type }) => type === organizations.type && readAgain(),
      onReload: readAgain,
    })
  }, [customer, queries])

  return useQuery(all(organizations, { filter: { customer } }))
}
