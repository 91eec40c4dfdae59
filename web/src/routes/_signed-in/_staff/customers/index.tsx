import { msg } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { Customers, everyCustomer, staffPeople } from '../../../../console/customers/customers'
import { newRecord } from '../../../../session/new-record'
import { searchWord } from '../../../../session/search-word'

export const Route = createFileRoute('/_signed-in/_staff/customers/')({
  validateSearch: ({ search }: { search?: string | undefined } & SearchSchemaInput) => ({ search: searchWord(search) }),
  // Asked for while the screen is on its way, which shows what comes and that it fails.
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(everyCustomer)
    void queries.prefetchQuery(staffPeople)
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
