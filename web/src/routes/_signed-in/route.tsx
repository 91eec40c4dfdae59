import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect, useMatches } from '@tanstack/react-router'
import { currentUser, mustSetPassword } from '../../session/current-user'
import { restrictedTo, towards, wantedAt } from '../../session/first-screen'
import { installation } from '../../session/installation'
import { restoreSession } from '../../session/session'
import { signInAddress } from '../../session/sign-in-address'
import { ErrorScreen } from '../../shell/error-screen'
import { followPreferences, tellBrowserLocale } from '../../shell/follow-preferences'
import { Frame } from '../../shell/frame'
import { registerPhone } from '../../shell/register-phone'

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ location }) => {
    const session = await restoreSession()
    if (session.at !== 'signed-in') throw redirect({ href: signInAddress(location.href), reloadDocument: true })
  },
  loader: async ({ context: { queries }, location }) => {
    const [user] = await Promise.all([queries.ensureQueryData(currentUser), queries.ensureQueryData(installation)])
    const first = user.restriction && restrictedTo[user.restriction]
    if (first && location.pathname !== first)
      throw redirect({ to: first, search: towards(wantedAt(location.href)), replace: true })
    await followPreferences(user)
    tellBrowserLocale(user)
    registerPhone(user.id)
  },
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
  const standsAlone = useMatches().some(({ staticData }) => staticData.isAlone)
  // Whoever has something to do first has nowhere else to go: no frame, no search for projects.
  if (standsAlone || user.restriction || mustSetPassword(user)) return <Outlet />
  return (
    <Frame user={user}>
      <Outlet />
    </Frame>
  )
}
