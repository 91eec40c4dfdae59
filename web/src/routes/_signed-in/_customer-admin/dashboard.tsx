import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Dashboard } from '../../../console/dashboard/dashboard'

export const Route = createFileRoute('/_signed-in/_customer-admin/dashboard')({
  component: Dashboard,
  staticData: { title: msg`Enterprise tools` },
})
