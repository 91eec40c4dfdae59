import { msg } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { totalOf } from '../../../api/use-live-total'
import { Dashboard } from '../../../console/dashboard/dashboard'
import { toolFigures } from '../../../console/dashboard/tool-figures'
import { loadActiveCustomer } from '../../../session/active-customer'
import { currentUser } from '../../../session/current-user'

export const Route = createFileRoute('/_signed-in/_customer-admin/dashboard')({
  // Asked for while the screen is on its way, which shows what comes and that it fails.
  loader: async ({ context: { queries } }) => {
    const customer = await loadActiveCustomer(queries)
    if (customer === undefined) return
    for (const counted of Object.values(toolFigures)) void queries.prefetchQuery(totalOf(counted(customer)))
  },
  component: DashboardRoute,
  staticData: { title: msg`Enterprise tools` },
})

function DashboardRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  return <Dashboard user={user} />
}
