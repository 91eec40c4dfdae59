import { msg } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Dashboard } from '../../../console/dashboard/dashboard'
import { currentUser } from '../../../session/current-user'

export const Route = createFileRoute('/_signed-in/_customer-admin/dashboard')({
  component: DashboardRoute,
  staticData: { title: msg`Enterprise tools` },
})

function DashboardRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  return <Dashboard user={user} />
}
