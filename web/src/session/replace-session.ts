import { type PendingLogin, redirectToProvider } from './external-login'
import { currentSession } from './session'

/** Redirects to a provider and back to the current page; that sign-in replaces the session, and is remembered if the session is. */
export const replaceSession = (login: Pick<PendingLogin, 'provider' | 'name' | 'intent'>): void =>
  redirectToProvider({ ...login, nextUrl: `${location.pathname}${location.search}`, rememberMe: isRemembered() })

function isRemembered(): boolean {
  const session = currentSession()
  return session.at === 'signed-in' && !session.tokens.logoutWhenIdle
}
