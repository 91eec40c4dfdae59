import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { createQueryClient } from './api/query-client'
import { startingLocale } from './i18n/language-choice'
import { speak } from './i18n/texts'
import { routeTree } from './route-tree.gen'
import { watchIdleness } from './session/idle'
import { IdleDialog } from './session/idle-dialog'
import { isOpenPath } from './session/open-paths'
import { currentSession, watchSession } from './session/session'
import { signInAddress } from './session/sign-in-address'
import { StepUpDialog } from './session/step-up-dialog'
import { ErrorScreen } from './shell/error-screen'
import { LoadingScreen } from './ui/loading-screen'
import './ui/theme/mantine.css'
import './ui/theme/theme.css'
import { ThemeProvider } from './ui/theme/theme-provider'

const queries = createQueryClient()

const router = createRouter({
  routeTree,
  context: { queries },
  defaultPreload: 'intent',
  // Freshness is the cache's business, not the router's.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultPendingComponent: LoadingScreen,
  defaultErrorComponent: ErrorScreen,
  scrollRestoration: true,
  // A project's address ends in a slash (specification), the others do not.
  trailingSlash: 'preserve',
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** A session that ends while somebody works (idle, revoked, logged out in another tab) leads back through the sign-in. */
function leaveWhenSessionEnds() {
  watchIdleness()
  watchSession(() => {
    if (currentSession().at !== 'signed-out' || isOpenPath(location.pathname)) return
    location.replace(signInAddress(`${location.pathname}${location.search}`, true))
  })
}

/** Draws the application into `view`, at the address as it stands. */
export async function openApplication(view: Root): Promise<void> {
  await speak(startingLocale())
  leaveWhenSessionEnds()
  view.render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <ThemeProvider>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
            <StepUpDialog />
            <IdleDialog />
          </QueryClientProvider>
        </ThemeProvider>
      </I18nProvider>
    </StrictMode>,
  )
}
