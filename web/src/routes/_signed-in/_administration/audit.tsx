import { msg } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { auditPagesOf } from '../../../console/audit/audit-events-of'
import { AuditLog } from '../../../console/audit/audit-log'
import { type AuditSearch, readAuditSearch } from '../../../console/audit/audit-search'
import { loadAdministered } from '../../../session/active-customer'
import { currentUser } from '../../../session/current-user'
import { AnyCustomerSelector } from '../../../shell/any-customer-selector'
import { CustomerSelector } from '../../../shell/customer-selector'
import { OpenCustomer } from '../../../shell/open-customer'

export const Route = createFileRoute('/_signed-in/_administration/audit')({
  validateSearch: (search: AuditSearch & SearchSchemaInput): AuditSearch => readAuditSearch({ ...search }),
  // Asked for while the screen is on its way, which shows what comes and that it fails.
  loader: async ({ context: { queries }, location }) => {
    const search = readAuditSearch({ ...location.search })
    const customer = await loadAdministered(queries, search.customer)
    if (customer !== null) void queries.prefetchInfiniteQuery(auditPagesOf({ ...search, customer }))
  },
  component: AuditRoute,
  staticData: { title: msg`Audit log` },
})

function AuditRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const search = Route.useSearch()
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
