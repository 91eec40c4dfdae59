import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { setFailureTextLoader } from './api/authenticator'
import { isConnected, watchConnection } from './api/connection'
import { createQueryClient } from './api/query-client'
import { recover } from './api/recover'
import { recordSessionChange } from './api/session-changes'
import { startingLocale } from './i18n/language-choice'
import { activateLocale, addTexts } from './i18n/texts'
import { routeTree } from './route-tree.gen'
import { dropAnonymousInstallation } from './session/installation'
import { leaveWhenSessionEnds } from './session/leave-when-session-ends'
import { currentSession, watchSession } from './session/session'
import { ErrorScreen } from './shell/error-screen'
import { SessionDialogs } from './shell/session-dialogs'
import { LoadingScreen } from './ui/loading-screen'
import './ui/theme/theme.css'

const queries = createQueryClient()

const router = createRouter({
  routeTree,
  context: { queries },
  defaultPreload: 'intent',
  // The query cache decides about staleness, not the router.
  defaultPreloadStaleTime: 0,
  // A tap gets feedback within 100 ms, and loaded content is never held back.
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

/** What was refused is requested again with a new session, a renewed one or a proof of identity. */
function recordSessionChanges() {
  watchSession(() => {
    if (currentSession().at === 'signed-in') recordSessionChange()
  })
}

/** Loads the idle watcher only for sessions that end when idle. */
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
      // No network: tried again with the next token. Meanwhile the server ends the session by its own clock.
      isWatched = false
    }
  }
  watchSession(watch)
  void watch()
}

/** Reloads what failed to load, on any screen, when the connection is back. */
function recoverOnReconnect() {
  watchConnection(() => {
    if (isConnected()) recover(queries, router)
  })
}

/** Renders the application into an empty element. */
export const openApplicationIn = (element: HTMLElement): Promise<void> => openApplication(createRoot(element))

/** Renders the application into `view`, at the current address. */
export async function openApplication(view: Root): Promise<void> {
  setFailureTextLoader(() => addTexts('problems'))
  await activateLocale(startingLocale())
  leaveWhenSessionEnds(queries)
  dropAnonymousInstallation(queries)
  recordSessionChanges()
  watchIdleSessions()
  recoverOnReconnect()
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
