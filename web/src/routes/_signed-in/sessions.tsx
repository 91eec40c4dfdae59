import { msg } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Sessions } from '../../portal/sessions/sessions'
import { signedInPlaces } from '../../portal/sessions/signed-in-places'
import { SkeletonRows } from '../../ui/skeleton-rows'

export const Route = createFileRoute('/_signed-in/sessions')({
  loader: ({ context: { queries } }) => queries.fetchQuery({ ...signedInPlaces, staleTime: 0 }),
  pendingComponent: () => <SkeletonRows rows={4} />,
  component: SessionsRoute,
  staticData: { title: msg`Where you are signed in` },
})

function SessionsRoute() {
  const { data } = useSuspenseQuery(signedInPlaces)
  return <Sessions sessions={data.sessions} />
}
