import { msg } from '@lingui/core/macro'
import { customerDomains } from '@lintel/contract/customers/domains'
import { securityPolicies } from '@lintel/contract/customers/security-policies'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { one } from '../../../api/resource'
import { customerRecords } from '../../../api/use-live-records'
import { apiTokensQuery } from '../../../console/security/api-tokens-query'
import { Security } from '../../../console/security/security'
import { currentUser } from '../../../session/current-user'
import { readCustomerSearch } from '../../../session/customer-search'
import { loadAdministered } from '../../../session/use-active-customer'
import { AnyCustomerSelector } from '../../../shell/any-customer-selector'
import { CustomerSelector } from '../../../shell/customer-selector'
import { OpenCustomer } from '../../../shell/open-customer'

export const Route = createFileRoute('/_signed-in/_administration/security')({
  // Prefetched without awaiting: the screen shows its own loading and error states.
  loader: async ({ context: { queries }, location: { search } }) => {
    const customer = await loadAdministered(queries, readCustomerSearch(search).customer)
    if (customer == null) return
    void queries.prefetchQuery(one(securityPolicies, customer))
    void queries.prefetchQuery(customerRecords(customerDomains, customer))
    void queries.prefetchQuery(apiTokensQuery(customer))
  },
  component: SecurityRoute,
  staticData: { title: msg`Security` },
})

function SecurityRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { customer } = Route.useSearch()
  const navigate = Route.useNavigate()
  if (user.role !== null)
    return (
      <Security
        key={customer}
        customer={customer}
        isOfStaff
        selector={
          <AnyCustomerSelector
            value={customer}
            onChange={(chosen) => navigate({ search: { customer: chosen }, replace: true })}
          />
        }
      />
    )
  return (
    <OpenCustomer user={user}>
      {(active) => (
        <Security key={active} customer={active} isOfStaff={false} selector={<CustomerSelector user={user} />} />
      )}
    </OpenCustomer>
  )
}
