import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { ErrorScreen } from '../shell/error-screen'
import { NotFoundScreen } from '../shell/not-found-screen'
import { Toasts } from '../ui/toast'

export const Route = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: RootRoute,
  errorComponent: ErrorScreen,
  notFoundComponent: () => <NotFoundScreen />,
})

function RootRoute() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}
