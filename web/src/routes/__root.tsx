import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { addPortalTexts } from '../i18n/texts'
import { isPublicPath } from '../session/public-paths'
import { ConnectionStrip } from '../shell/connection-strip'
import { ErrorScreen } from '../shell/error-screen'
import { LoadingBar } from '../shell/loading-bar'
import { useBackClosesDialogs } from '../shell/use-back-closes-dialogs'
import { Toasts } from '../ui/toast'

export const Route = createRootRouteWithContext<{ queries: QueryClient }>()({
  beforeLoad: async ({ location }) => {
    if (isPublicPath(location.pathname)) await addPortalTexts()
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
      <LoadingBar />
      <Outlet />
      <ConnectionStrip />
      <Toasts />
    </>
  )
}
