import { msg } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { DirectoryImport } from '../../../console/directory-import/directory-import'
import { directoryGroupsQuery, recentImportsQuery } from '../../../console/directory-import/import-queries'
import { currentUser } from '../../../session/current-user'
import { readCustomerSearch } from '../../../session/customer-search'
import { textParameter } from '../../../session/text-parameter'
import { loadAdministered } from '../../../session/use-active-customer'
import { AnyCustomerSelector } from '../../../shell/any-customer-selector'
import { CustomerSelector } from '../../../shell/customer-selector'
import { importDomains } from '../../../shell/import-domains'
import { OpenCustomer } from '../../../shell/open-customer'

interface ImportSearch {
  /** The id of the displayed import plan. */
  plan?: string | undefined
}

/** For staff, and for administrators with a verified domain; everybody else is redirected to their projects. */
export const Route = createFileRoute('/_signed-in/_administration/ad-import')({
  validateSearch: ({ plan }: ImportSearch & SearchSchemaInput): ImportSearch => ({ plan: textParameter(plan) }),
  loader: async ({ context: { queries }, location: { search } }) => {
    const user = await queries.ensureQueryData(currentUser)
    if (user.role === null) {
      const domains = await queries.ensureQueryData(importDomains(user))
      if (domains.length === 0) throw redirect({ to: '/', replace: true })
    }
    // Prefetched without awaiting: the screen shows its own loading and error states.
    void queries.prefetchQuery(importDomains(user))
    const customer = await loadAdministered(queries, readCustomerSearch(search).customer)
    if (customer == null) return
    void queries.prefetchQuery(recentImportsQuery(customer))
    void queries.prefetchQuery(directoryGroupsQuery(customer))
  },
  component: ImportRoute,
  staticData: { title: msg`Directory import` },
})

function ImportRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { customer, plan } = Route.useSearch()
  const navigate = Route.useNavigate()
  const shared = {
    user,
    plan,
    onPlan: (id: string | undefined, replace = false) =>
      navigate({ search: (before) => ({ ...before, plan: id }), replace }),
  }
  if (user.role !== null)
    return (
      <DirectoryImport
        {...shared}
        key={customer}
        customer={customer}
        selector={
          <AnyCustomerSelector value={customer} onChange={(chosen) => navigate({ search: { customer: chosen } })} />
        }
      />
    )
  return (
    <OpenCustomer user={user}>
      {(active) => (
        <DirectoryImport {...shared} key={active} customer={active} selector={<CustomerSelector user={user} />} />
      )}
    </OpenCustomer>
  )
}
