import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { speakOf } from '../i18n/texts'
import { ErrorScreen } from '../shell/error-screen'
import { NotFoundScreen } from '../shell/not-found-screen'
import { useBackClosesDialogs } from '../shell/use-back-closes-dialogs'
import { Toasts } from '../ui/toast'

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

function RootRoute() {
  useBackClosesDialogs()
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}
