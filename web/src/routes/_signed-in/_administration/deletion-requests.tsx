import { msg } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { DeletionRequests } from '../../../console/deletion-requests/deletion-requests'
import { currentUser } from '../../../session/current-user'
import { CustomerSelector } from '../../../shell/customer-selector'
import { OpenCustomer } from '../../../shell/open-customer'

export const Route = createFileRoute('/_signed-in/_administration/deletion-requests')({
  component: DeletionRequestsRoute,
  staticData: { title: msg`Deletion requests` },
})

function DeletionRequestsRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  // Staff answer for the platform, whichever customers they administer beside.
  if (user.role !== null) return <DeletionRequests customer={undefined} />
  return (
    <OpenCustomer user={user}>
      {(active) => <DeletionRequests key={active} customer={active} selector={<CustomerSelector user={user} />} />}
    </OpenCustomer>
  )
}
