import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { speakOfPortal } from '../../i18n/texts'
import { native } from '../../native/native'
import { currentUser } from '../../session/current-user'
import { restrictedTo, towards, wantedAt } from '../../session/first-screen'
import { installation } from '../../session/installation'
import { restoreSession } from '../../session/session'
import { signInAddress } from '../../session/sign-in-address'
import { ErrorScreen } from '../../shell/error-screen'
import { followPreferences, tellBrowserLocale } from '../../shell/follow-preferences'
import { Frame } from '../../shell/frame'
import { readHome } from '../../shell/home'
import { useStandsAlone } from '../../shell/use-stands-alone'

/** A browser has no use for this code. */
const registerPhone = async (person: string) => (await import('../../shell/register-phone')).registerPhone(person)

export const Route = createFileRoute('/_signed-in')({
  // With the projects, the first thing that everybody sees: one piece of code, at once.
  codeSplitGroupings: [],
  beforeLoad: async ({ location }) => {
    // Without its texts a screen cannot be shown, but the frame around it can: the failure is shown in there.
    const texts = location.pathname === '/' ? undefined : speakOfPortal().catch((error: unknown) => error)
    const session = await restoreSession()
    if (session.at !== 'signed-in') throw redirect({ href: signInAddress(location.href), reloadDocument: true })
    return { textsFailure: await texts }
  },
  loader: async ({ context: { queries }, location }) => {
    if (location.pathname === '/') await readHome(queries)
    const [user] = await Promise.all([queries.ensureQueryData(currentUser), queries.ensureQueryData(installation)])
    const first = user.restriction && restrictedTo[user.restriction]
    if (first && location.pathname !== first)
      throw redirect({ to: first, search: towards(wantedAt(location.href)), replace: true })
    await followPreferences(user)
    tellBrowserLocale(user)
    if (native().platform !== 'web') registerPhone(user.id)
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
  const { textsFailure } = Route.useRouteContext()
  // Whoever has something to do first has nowhere else to go: no frame, no search for projects.
  if (useStandsAlone(user)) return <Outlet />
  return <Frame user={user}>{textsFailure === undefined ? <Outlet /> : <ErrorScreen error={textsFailure} />}</Frame>
}
