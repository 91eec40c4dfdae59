import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { currentUser } from '../../session/current-user'
import { installation } from '../../session/installation'
import { restoreSession } from '../../session/session'
import { signInAddress } from '../../session/sign-in-address'
import { ErrorScreen } from '../../shell/error-screen'
import { Frame } from '../../shell/frame'

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ location }) => {
    const session = await restoreSession()
    if (session.at !== 'signed-in') throw redirect({ href: signInAddress(location.href), reloadDocument: true })
  },
  loader: ({ context: { queries } }) =>
    Promise.all([queries.ensureQueryData(currentUser), queries.ensureQueryData(installation)]),
  component: SignedInRoute,
  // Without the person there is no frame: the message is all there is.
  errorComponent: ({ error }) => (
    <main>
      <ErrorScreen error={error} />
    </main>
  ),
})

function SignedInRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  return (
    <Frame user={user}>
      <Outlet />
    </Frame>
  )
}
