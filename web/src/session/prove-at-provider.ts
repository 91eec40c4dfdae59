import { i18n } from '@lingui/core'
import { readFederationSession } from '@lintel/contract/identity/federation'
import { callApi } from '../api/call-api'
import { problemText } from '../api/problem-text'
import { showProblem } from '../api/show-problem'
import { redirectToProvider } from './external-login'
import { currentSession } from './session'
import { signInAgain } from './sign-in-again'

/**
 * Redirects to the provider of the session for a new authentication and back to the current page; that sign-in replaces the session
 * (security G9). Sessions without a provider sign in again.
 */
export async function proveAtProvider(): Promise<void> {
  try {
    const { provider, name = provider } = await callApi(readFederationSession)
    if (provider === undefined || name === undefined) return await signInAgain()
    const nextUrl = `${location.pathname}${location.search}`
    redirectToProvider({ provider, name, intent: 'prove', nextUrl, rememberMe: isRemembered() })
  } catch (error) {
    showProblem(error, i18n._(problemText(error)))
  }
}

function isRemembered(): boolean {
  const session = currentSession()
  return session.at === 'signed-in' && !session.tokens.logoutWhenIdle
}
