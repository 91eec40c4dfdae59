import { msg } from '@lingui/core/macro'
import { givenLevels, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { Users } from '../../../console/users/users'
import { useActiveCustomer } from '../../../session/active-customer'
import { currentUser } from '../../../session/current-user'
import { installation } from '../../../session/installation'
import { CustomerSelector } from '../../../shell/customer-selector'

const level = z.literal([
  ...givenLevels.filter((given) => given > 0),
  privilegeLevel.customerAdmin,
  privilegeLevel.owner,
])

export const Route = createFileRoute('/_signed-in/_customer-admin/users')({
  validateSearch: z.object({
    user: z.string().optional().catch(undefined),
    project: z.string().optional().catch(undefined),
    role: level.optional().catch(undefined),
    ends: z.literal('soon').optional().catch(undefined),
  }),
  component: UsersRoute,
  staticData: { title: msg`Users` },
})

function UsersRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: here } = useSuspenseQuery(installation)
  const [customer] = useActiveCustomer(user)
  const filter = Route.useSearch()
  const navigate = Route.useNavigate()
  if (!customer) return null
  return (
    <Users
      key={customer.id}
      customer={customer.id}
      actor={user.email}
      environment={here.record.environment ?? 'production'}
      selector={<CustomerSelector user={user} />}
      filter={filter}
      onFilter={(change) =>
        navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
      }
    />
  )
}
