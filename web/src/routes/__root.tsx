import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { speakOfPortal } from '../i18n/texts'
import { isOpenPath } from '../session/open-paths'
import { ConnectionStrip } from '../shell/connection-strip'
import { ErrorScreen } from '../shell/error-screen'
import { useBackClosesDialogs } from '../shell/use-back-closes-dialogs'
import { WaitingLine } from '../shell/waiting-line'
import { Toasts } from '../ui/toast'

export const Route = createRootRouteWithContext<{ queries: QueryClient }>()({
  beforeLoad: async ({ location }) => {
    if (isOpenPath(location.pathname)) await speakOfPortal()
  },
  component: RootRoute,
  errorComponent: ({ error }) => (
    <main>
      <ErrorScreen error={error} />
    </main>
  ),
})

function RootRoute() {
  useBackClosesDialogs()
  return (
    <>
      <WaitingLine />
      <Outlet />
      <ConnectionStrip />
      <Toasts />
    </>
  )
}
