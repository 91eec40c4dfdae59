import type { CurrentUser } from '@lintel/contract/people/users'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import { addPortalTexts } from '../../i18n/texts'
import { native } from '../../native/native'
import { currentUser } from '../../session/current-user'
import { nextUrlSearch, requestedUrl, restrictionPaths } from '../../session/first-screen'
import { installation } from '../../session/installation'
import { restoreSession } from '../../session/session'
import { signInAddress } from '../../session/sign-in-address'
import { ErrorScreen } from '../../shell/error-screen'
import { followPreferences, sendBrowserLocale } from '../../shell/follow-preferences'
import { Frame } from '../../shell/frame'
import { fetchHome } from '../../shell/home'
import { useIsStandalone } from '../../shell/use-is-standalone'

/** Loaded on demand, because browsers do not need it. */
const registerPhone = async (user: CurrentUser) => (await import('../../shell/register-phone')).registerPhone(user)

export const Route = createFileRoute('/_signed-in')({
  // One chunk together with the project list, the first screen that every user sees.
  codeSplitGroupings: [],
  beforeLoad: async ({ location }) => {
    // A screen needs its texts but the frame does not, so their failure is shown inside the frame.
    const texts = location.pathname === '/' ? undefined : addPortalTexts().catch((error: unknown) => error)
    const session = await restoreSession()
    if (session.at !== 'signed-in') throw redirect({ href: signInAddress(location.href), reloadDocument: true })
    return { textsFailure: await texts }
  },
  loader: async ({ context: { queries }, location }) => {
    if (location.pathname === '/') await fetchHome(queries)
    const [user] = await Promise.all([queries.ensureQueryData(currentUser), queries.ensureQueryData(installation)])
    const requiredPath = user.restriction && restrictionPaths[user.restriction]
    if (requiredPath && location.pathname !== requiredPath)
      throw redirect({ to: requiredPath, search: nextUrlSearch(requestedUrl(location.href)), replace: true })
    await followPreferences(user)
    sendBrowserLocale(user)
  },
  component: SignedInRoute,
  // Without the user there is no frame, only the message.
  errorComponent: ({ error }) => (
    <main>
      <ErrorScreen error={error} />
    </main>
  ),
})

function SignedInRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { textsFailure } = Route.useRouteContext()
  // Not in the loader, which does not run again when a required step is done.
  useEffect(() => {
    if (native().platform !== 'web') registerPhone(user)
  }, [user])
  // A user with required steps has no navigation: no frame and no project search.
  if (useIsStandalone(user)) return <Outlet />
  return <Frame user={user}>{textsFailure === undefined ? <Outlet /> : <ErrorScreen error={textsFailure} />}</Frame>
}
