import { msg } from '@lingui/core/macro'
import { customers } from '@lintel/contract/customers/customers'
import { users } from '@lintel/contract/people/users'
import { createFileRoute } from '@tanstack/react-router'
import { all, one } from '../../../../api/resource'
import { staffUsers } from '../../../../console/customers/customers'
import { EditCustomer } from '../../../../console/customers/edit-customer'
import { newRecord } from '../../../../session/new-record'

export const Route = createFileRoute('/_signed-in/_staff/customers/customer/$customerId')({
  // Loads the customer and its users (admin-console chapter 7).
  loader: async ({ context: { queries }, params: { customerId } }) => {
    void queries.prefetchQuery(staffUsers)
    if (customerId === newRecord) return {}
    void queries.prefetchQuery(all(users, { filter: { customerId }, fields: { users: ['email'] } }))
    const titled = one(customers, customerId)
    await queries.fetchQuery(titled)
    return { titled }
  },
  component: CustomerRoute,
  staticData: { title: msg`New customer` },
})

function CustomerRoute() {
  const { customerId } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <EditCustomer
      key={customerId}
      id={customerId === newRecord ? undefined : customerId}
      onClose={() => navigate({ to: '/customers', ignoreBlocker: true })}
    />
  )
}
