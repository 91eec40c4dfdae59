import { msg } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { auditEventsQuery } from '../../../console/audit/audit-events-query'
import { AuditLog } from '../../../console/audit/audit-log'
import { type AuditSearch, readAuditSearch } from '../../../console/audit/audit-search'
import { currentUser } from '../../../session/current-user'
import { loadAdministered } from '../../../session/use-active-customer'
import { AnyCustomerSelector } from '../../../shell/any-customer-selector'
import { CustomerSelector } from '../../../shell/customer-selector'
import { OpenCustomer } from '../../../shell/open-customer'

export const Route = createFileRoute('/_signed-in/_administration/audit')({
  // Read where they are used: the reader comes with the screen, not with the first one of everybody.
  validateSearch: (search: AuditSearch & SearchSchemaInput): AuditSearch => search,
  // Prefetched without awaiting: the screen shows its own loading and error states.
  loader: async ({ context: { queries }, location }) => {
    const search = readAuditSearch({ ...location.search })
    const customer = await loadAdministered(queries, search.customer)
    if (customer !== null) void queries.prefetchInfiniteQuery(auditEventsQuery({ ...search, customer }))
  },
  component: AuditRoute,
  staticData: { title: msg`Audit log` },
})

function AuditRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const search = readAuditSearch({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  const onSearch = (change: AuditSearch) =>
    navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  if (user.role !== null)
    return (
      <AuditLog
        customer={search.customer}
        selector={<AnyCustomerSelector value={search.customer} onChange={(customer) => onSearch({ customer })} />}
        {...{ search, onSearch }}
      />
    )
  return (
    <OpenCustomer user={user}>
      {(customer) => (
        <AuditLog
          key={customer}
          customer={customer}
          selector={<CustomerSelector user={user} />}
          {...{ search, onSearch }}
        />
      )}
    </OpenCustomer>
  )
}
