import { msg } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { totalQuery } from '../../../api/use-live-total'
import { Dashboard } from '../../../console/dashboard/dashboard'
import { toolFigures } from '../../../console/dashboard/tool-figures'
import { currentUser } from '../../../session/current-user'
import { loadActiveCustomer } from '../../../session/use-active-customer'

export const Route = createFileRoute('/_signed-in/_customer-admin/dashboard')({
  // Prefetched without awaiting: the screen shows its own loading and error states.
  loader: async ({ context: { queries } }) => {
    const customer = await loadActiveCustomer(queries)
    if (customer === undefined) return
    for (const figureQuery of Object.values(toolFigures)) void queries.prefetchQuery(totalQuery(figureQuery(customer)))
  },
  component: DashboardRoute,
  staticData: { title: msg`Enterprise tools` },
})

function DashboardRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  return <Dashboard user={user} />
}
