import { msg } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Sessions, SessionsLoading } from '../../portal/sessions/sessions'
import { signedInPlaces } from '../../portal/sessions/signed-in-places'

export const Route = createFileRoute('/_signed-in/sessions')({
  loader: ({ context: { queries } }) => queries.fetchQuery({ ...signedInPlaces, staleTime: 0 }),
  pendingComponent: SessionsLoading,
  component: SessionsRoute,
  staticData: { title: msg`Where you are signed in` },
})

function SessionsRoute() {
  const { data } = useSuspenseQuery(signedInPlaces)
  return <Sessions sessions={data.sessions} />
}
