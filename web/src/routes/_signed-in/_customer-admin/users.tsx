import { msg } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { accessTable } from '../../../console/users/access-table-query'
import type { UsersFilter } from '../../../console/users/find-people'
import { Users } from '../../../console/users/users'
import { readUsersSearch } from '../../../console/users/users-search'
import { currentUser } from '../../../session/current-user'
import { installation } from '../../../session/installation'
import { loadActiveCustomer } from '../../../session/use-active-customer'
import { CustomerSelector } from '../../../shell/customer-selector'
import { OpenCustomer } from '../../../shell/open-customer'

export const Route = createFileRoute('/_signed-in/_customer-admin/users')({
  // Read where they are used: the reader comes with the screen, not with the first one of everybody.
  validateSearch: (search: UsersFilter & SearchSchemaInput): UsersFilter => search,
  // Prefetched without awaiting: the screen shows its own loading and error states. Change events keep the
  // data current.
  loader: async ({ context: { queries } }) => {
    const customer = await loadActiveCustomer(queries)
    if (customer !== undefined)
      void queries.prefetchQuery({ ...accessTable(customer), staleTime: Number.POSITIVE_INFINITY })
  },
  component: UsersRoute,
  staticData: { title: msg`Users` },
})

function UsersRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: config } = useSuspenseQuery(installation)
  const filter = Route.useSearch({ select: readUsersSearch, structuralSharing: true })
  const navigate = Route.useNavigate()
  return (
    <OpenCustomer user={user}>
      {(customer) => (
        <Users
          key={customer}
          customer={customer}
          actor={user.email}
          environment={config.record.environment ?? 'production'}
          selector={<CustomerSelector user={user} />}
          filter={filter}
          onFilter={(change) =>
            navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
          }
        />
      )}
    </OpenCustomer>
  )
}
