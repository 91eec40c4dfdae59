import { msg } from '@lingui/core/macro'
import { customerDomains } from '@lintel/contract/customers/domains'
import { securityPolicies } from '@lintel/contract/customers/security-policies'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { one } from '../../../api/resource'
import { recordsOf } from '../../../api/use-live-records'
import { apiTokensOf } from '../../../console/security/api-tokens-of'
import { Security } from '../../../console/security/security'
import { loadAdministered } from '../../../session/active-customer'
import { currentUser } from '../../../session/current-user'
import { searchWord } from '../../../session/search-word'
import { AnyCustomerSelector } from '../../../shell/any-customer-selector'
import { CustomerSelector } from '../../../shell/customer-selector'
import { OpenCustomer } from '../../../shell/open-customer'

interface SecuritySearch {
  customer?: string | undefined
}

export const Route = createFileRoute('/_signed-in/_administration/security')({
  validateSearch: ({ customer }: SecuritySearch & SearchSchemaInput): SecuritySearch => ({
    customer: searchWord(customer),
  }),
  // Asked for while the screen is on its way, which shows what comes and that it fails.
  loader: async ({ context: { queries }, location: { search } }) => {
    const customer = await loadAdministered(queries, searchWord((search as SecuritySearch).customer))
    if (customer == null) return
    void queries.prefetchQuery(one(securityPolicies, customer))
    void queries.prefetchQuery(recordsOf(customerDomains, customer))
    void queries.prefetchQuery(apiTokensOf(customer))
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
