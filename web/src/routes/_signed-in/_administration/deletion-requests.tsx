import { msg } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { DeletionRequests } from '../../../console/deletion-requests/deletion-requests'
import { openDeletions } from '../../../console/deletion-requests/open-deletions'
import { currentUser } from '../../../session/current-user'
import { loadAdministered } from '../../../session/use-active-customer'
import { CustomerSelector } from '../../../shell/customer-selector'
import { OpenCustomer } from '../../../shell/open-customer'

export const Route = createFileRoute('/_signed-in/_administration/deletion-requests')({
  // Prefetched without awaiting: the screen shows its own loading and error states.
  loader: async ({ context: { queries } }) => {
    const customer = await loadAdministered(queries, undefined)
    if (customer !== null) void queries.prefetchQuery(openDeletions(customer))
  },
  component: DeletionRequestsRoute,
  staticData: { title: msg`Deletion requests` },
})

function DeletionRequestsRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  // Staff see the requests of the whole platform, whichever customers they administer.
  if (user.role !== null) return <DeletionRequests customer={undefined} />
  return (
    <OpenCustomer user={user}>
      {(active) => <DeletionRequests key={active} customer={active} selector={<CustomerSelector user={user} />} />}
    </OpenCustomer>
  )
}
