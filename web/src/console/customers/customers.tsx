import { Plural, useLingui } from '@lingui/react/macro'
import { type Customer, customers } from '@lintel/contract/customers/customers'
import { staffRole } from '@lintel/contract/people/permissions'
import { users } from '@lintel/contract/people/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMethodNames } from '../../api/form/use-login-methods'
import { all } from '../../api/resource'
import { RecordScreen } from '../../shell/records/record-screen'
import { useCustomerColumns } from './customer-fields'

/** Polling interval in milliseconds while the list is visible: there is no event stream for all customers. */
const pollIntervalMs = 30_000

/** Query for all customers; the route preloads it. */
export const allCustomers = all(customers, { sort: ['name'] })

/** Query for the staff users, who can be key account managers. */
export const staffUsers = queryOptions(all(users, { filter: { role: staffRole }, sort: ['name'] }))

interface CustomersProps {
  search: string
  onSearch(text: string): void
  /** Opens the form of a customer; undefined for a new one. */
  onOpen(id: string | undefined): void
}

/** The list of all customers, for staff (admin-console chapter 2). */
export function Customers({ search, onSearch, onOpen }: CustomersProps) {
  const { t } = useLingui()
  const { data, error } = useQuery({ ...allCustomers, refetchInterval: pollIntervalMs, refetchOnWindowFocus: true })
  const { data: staff } = useQuery(staffUsers)
  const { names } = useMethodNames()
  const managers = new Map(staff?.records.map(({ email, displayName }) => [email, displayName]))
  return (
    <RecordScreen<Customer>
      title={t`Customers`}
      selector={null}
      {...{ search, onSearch, error }}
      searchLabel={t`Search customers`}
      setting="customers"
      records={data?.records}
      columns={useCustomerColumns(names, managers)}
      count={(total) => <Plural value={total} one="# customer" other="# customers" />}
      countFound={(total) => <Plural value={total} one="# customer found" other="# customers found" />}
      none={{ title: t`There are no customers yet`, action: t`New customer` }}
      noneFound={{ title: t`No customer matches the search`, action: t`Show all customers` }}
      onAdd={() => onOpen(undefined)}
      onOpen={({ id }) => onOpen(id)}
    />
  )
}
