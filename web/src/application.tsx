import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { sayFailuresWith } from './api/authority'
import { isConnected, watchConnection } from './api/connection'
import { createQueryClient } from './api/query-client'
import { recover } from './api/recover'
import { leaveUnasked } from './api/unload'
import { startingLocale } from './i18n/language-choice'
import { speak, speakOf } from './i18n/texts'
import { routeTree } from './route-tree.gen'
import { isOpenPath } from './session/open-paths'
import { currentSession, watchSession } from './session/session'
import { signInAddress } from './session/sign-in-address'
import { ErrorScreen } from './shell/error-screen'
import { SessionDialogs } from './shell/session-dialogs'
import { LoadingScreen } from './ui/loading-screen'
import './ui/theme/theme.css'

const queries = createQueryClient()

const router = createRouter({
  routeTree,
  context: { queries },
  defaultPreload: 'intent',
  // Freshness is the cache's business, not the router's.
  defaultPreloadStaleTime: 0,
  // A tap is answered within a tenth of a second, and what has come is not held back.
  defaultPendingMs: 80,
  defaultPendingMinMs: 0,
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

/** A session that ends while somebody works (idle, revoked, signed out in another tab) leads back through the sign-in. */
function leaveWhenSessionEnds() {
  watchSession(() => {
    if (currentSession().at !== 'signed-out' || isOpenPath(location.pathname)) return
    leaveUnasked()
    location.replace(signInAddress(`${location.pathname}${location.search}`, true))
  })
}

/** A session that ends by idling has somebody watch for that; one that is kept does without their code. */
function watchIdleSessions() {
  let isWatched = false
  const watch = async () => {
    const session = currentSession()
    if (isWatched || session.at !== 'signed-in' || !session.tokens.logoutWhenIdle) return
    isWatched = true
    try {
      const { watchIdleness } = await import('./session/idle')
      watchIdleness()
    } catch {
      // No network: asked for again with the next token. Meanwhile the server ends the session by its own clock.
      isWatched = false
    }
  }
  watchSession(watch)
  void watch()
}

/** What could not be loaded without a network is loaded when it is back, whatever screen it was. */
function goOnWithNetwork() {
  watchConnection(() => {
    if (isConnected()) recover(queries, router)
  })
}

/** Draws the application into an empty element. */
export const openApplicationIn = (element: HTMLElement): Promise<void> => openApplication(createRoot(element))

/** Draws the application into `view`, at the address as it stands. */
export async function openApplication(view: Root): Promise<void> {
  sayFailuresWith(() => speakOf('problems'))
  await speak(startingLocale())
  leaveWhenSessionEnds()
  watchIdleSessions()
  goOnWithNetwork()
  view.render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <SessionDialogs />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
}
