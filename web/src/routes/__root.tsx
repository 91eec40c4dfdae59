import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useBlocker } from '@tanstack/react-router'
import { speakOf } from '../i18n/texts'
import { ErrorScreen } from '../shell/error-screen'
import { NotFoundScreen } from '../shell/not-found-screen'
import { closeTopmostDialog } from '../ui/open-dialogs'
import { Toasts } from '../ui/toast'
import { currentScreenClass } from '../ui/use-screen-class'

export const Route = createRootRouteWithContext<{ queries: QueryClient }>()({
  beforeLoad: async ({ location }) => {
    if (location.pathname !== '/') await speakOf('portal')
  },
  component: RootRoute,
  errorComponent: ({ error }) => (
    <main>
      <ErrorScreen error={error} />
    </main>
  ),
  notFoundComponent: () => (
    <main>
      <NotFoundScreen />
    </main>
  ),
})

/** Back on a phone closes what lies on top of the screen, as in any other app there, and leaves the screen only after that. */
const closesDialog = ({ action }: { action: string }) =>
  action === 'BACK' && currentScreenClass() === 'mobile' && closeTopmostDialog()

function RootRoute() {
  useBlocker({ shouldBlockFn: closesDialog, enableBeforeUnload: false })
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}
