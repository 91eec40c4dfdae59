import { msg } from '@lingui/core/macro'
import { organizations } from '@lintel/contract/people/organizations'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { customerRecords } from '../../../api/use-live-records'
import { Organizations } from '../../../console/organizations/organizations'
import { currentUser } from '../../../session/current-user'
import { textParameter } from '../../../session/text-parameter'
import { loadActiveCustomer } from '../../../session/use-active-customer'
import { CustomerSelector } from '../../../shell/customer-selector'
import { OpenCustomer } from '../../../shell/open-customer'

export const Route = createFileRoute('/_signed-in/_customer-admin/organizations')({
  validateSearch: ({ search }: { search?: string | undefined } & SearchSchemaInput) => ({
    search: textParameter(search),
  }),
  // Prefetched without awaiting: the screen shows its own loading and error states.
  loader: async ({ context: { queries } }) => {
    const customer = await loadActiveCustomer(queries)
    if (customer !== undefined) void queries.prefetchQuery(customerRecords(organizations, customer))
  },
  component: OrganizationsRoute,
  staticData: { title: msg`Organizations` },
})

function OrganizationsRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { search = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <OpenCustomer user={user}>
      {(customer) => (
        <Organizations
          key={customer}
          customer={customer}
          selector={<CustomerSelector user={user} />}
          search={search}
          onSearch={(text) =>
            navigate({
              search: (before) => ({ ...before, search: text || undefined }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      )}
    </OpenCustomer>
  )
}
