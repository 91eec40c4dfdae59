import { msg } from '@lingui/core/macro'
import { assignableLevels, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { accessTable } from '../../../console/users/access-table-query'
import { Users } from '../../../console/users/users'
import { currentUser } from '../../../session/current-user'
import { installation } from '../../../session/installation'
import { textParameter } from '../../../session/text-parameter'
import { loadActiveCustomer } from '../../../session/use-active-customer'
import { CustomerSelector } from '../../../shell/customer-selector'
import { OpenCustomer } from '../../../shell/open-customer'

const levels = [...assignableLevels.filter((level) => level > 0), privilegeLevel.customerAdmin, privilegeLevel.owner]

interface UsersSearch {
  user: string | undefined
  project: string | undefined
  role: (typeof levels)[number] | undefined
  ends: 'soon' | undefined
  access: readonly string[] | undefined
}

export const Route = createFileRoute('/_signed-in/_customer-admin/users')({
  validateSearch: ({ user, project, role, ends, access }: Partial<UsersSearch> & SearchSchemaInput): UsersSearch => ({
    user: textParameter(user),
    project: textParameter(project),
    role: levels.find((level) => level === role),
    ends: ends === 'soon' ? ends : undefined,
    access: Array.isArray(access) ? access.filter((email) => typeof email === 'string') : undefined,
  }),
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
  const filter = Route.useSearch()
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
