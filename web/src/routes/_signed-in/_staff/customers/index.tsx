import { msg } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { allCustomers, Customers, staffUsers } from '../../../../console/customers/customers'
import { newRecord } from '../../../../session/new-record'
import { textParameter } from '../../../../session/text-parameter'

export const Route = createFileRoute('/_signed-in/_staff/customers/')({
  validateSearch: ({ search }: { search?: string | undefined } & SearchSchemaInput) => ({
    search: textParameter(search),
  }),
  // Prefetched without awaiting: the screen shows its own loading and error states.
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(allCustomers)
    void queries.prefetchQuery(staffUsers)
  },
  component: CustomersRoute,
  staticData: { title: msg`Customers` },
})

function CustomersRoute() {
  const { search = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Customers
      search={search}
      onSearch={(text) => navigate({ search: { search: text || undefined }, replace: true, resetScroll: false })}
      onOpen={(id = newRecord) => navigate({ to: '/customers/customer/$customerId', params: { customerId: id } })}
    />
  )
}
