import type { customerDomains } from '@lintel/contract/customers/domains'
import type { CurrentUser } from '@lintel/contract/people/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { firstResources } from '../api/first-calls'
import { readPart } from '../api/read-part'
import { all, keyOf } from '../api/resource'
import { actorOf } from '../session/current-user'

/** A verified domain for directory imports, with its customer. */
export interface ImportDomain {
  domain: string
  customer: string
  /** The customer's name. */
  name: string
}

const domainsOf = (filter: Record<string, string>) =>
  all<typeof customerDomains>(firstResources.customerDomains, {
    filter: { state: 'verified', ...filter },
    include: ['customer'],
  })

/**
 * The verified domains for which a person can import directories: for staff all of them, for administrators those of
 * their customers.
 */
export const importDomains = (user: CurrentUser) => {
  const { administers: customers } = actorOf(user)
  const queries = user.role !== null ? [domainsOf({})] : customers.map((customer) => domainsOf({ customer }))
  return queryOptions({
    queryKey: [...keyOf(firstResources.customerDomains), 'imported', user.id],
    queryFn: async ({ client }): Promise<ImportDomain[]> => {
      const lists = await Promise.all(queries.map((list) => readPart(client)(list)))
      return lists.flatMap(({ records, included }) => {
        const names = new Map(included.map(({ id, name }) => [id, String(name)]))
        return records.map(({ domain, customer }) => ({ domain, customer, name: names.get(customer) ?? '' }))
      })
    },
    staleTime: 60_000,
  })
}

/** Whether a person can import directories: staff, and administrators with a verified domain. False while loading. */
export function useMayImport(user: CurrentUser): boolean {
  const isOfStaff = user.role !== null
  const { data = [] } = useQuery({
    ...importDomains(user),
    enabled: !isOfStaff && actorOf(user).administers.length > 0,
  })
  return isOfStaff || data.length > 0
}
