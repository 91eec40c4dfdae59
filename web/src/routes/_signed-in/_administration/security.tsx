import { msg } from '@lingui/core/macro'
import { customerDomains } from '@lintel/contract/customers/domains'
import { securityPolicies } from '@lintel/contract/customers/security-policies'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { one } from '../../../api/resource'
import { customerRecords } from '../../../api/use-live-records'
import { apiTokensQuery } from '../../../console/security/api-tokens-query'
import { Security } from '../../../console/security/security'
import { currentUser } from '../../../session/current-user'
import { textParameter } from '../../../session/text-parameter'
import { loadAdministered } from '../../../session/use-active-customer'
import { keepWindowCustomer } from '../../../session/window-customer'
import { AnyCustomerSelector } from '../../../shell/any-customer-selector'
import { CustomerSelector } from '../../../shell/customer-selector'
import { OpenCustomer } from '../../../shell/open-customer'

interface SecuritySearch {
  customer?: string | undefined
}

export const Route = createFileRoute('/_signed-in/_administration/security')({
  validateSearch: ({ customer }: SecuritySearch & SearchSchemaInput): SecuritySearch => ({
    customer: textParameter(customer),
  }),
  // Prefetched without awaiting: the screen shows its own loading and error states.
  loader: async ({ context: { queries }, location: { search } }) => {
    const chosen = textParameter((search as SecuritySearch).customer)
    const { role, customerAdminFor } = await queries.ensureQueryData(currentUser)
    if (role === null && chosen !== undefined) {
      // The link in a mail: its customer becomes that of the window, which administrators then change by the selector.
      const named = customerAdminFor.find(({ id }) => id === chosen)
      if (named) keepWindowCustomer(named)
      throw redirect({ to: '/security', replace: true })
    }
    const customer = await loadAdministered(queries, chosen)
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
