import { i18n } from '@lingui/core'
import { readFederationSession } from '@lintel/contract/identity/federation'
import { ask } from '../api/ask'
import { problemText } from '../api/problem-text'
import { showProblem } from '../api/show-problem'
import { leaveForProvider } from './external-login'
import { currentSession } from './session'
import { signInAgain } from './sign-in-again'

/**
 * Leaves for the provider that the session began at, which asks anew who is there, and comes back to the page as it stands: that sign-in takes
 * the place of the session (security G9). Whoever came by no provider signs in again.
 */
export async function proveAtProvider(): Promise<void> {
  try {
    const { provider, name = provider } = await ask(readFederationSession)
    if (provider === undefined || name === undefined) return await signInAgain()
    const nextUrl = `${location.pathname}${location.search}`
    leaveForProvider({ provider, name, intent: 'prove', nextUrl, rememberMe: isRemembered() })
  } catch (error) {
    showProblem(error, i18n._(problemText(error)))
  }
}

function isRemembered(): boolean {
  const session = currentSession()
  return session.at === 'signed-in' && !session.tokens.logoutWhenIdle
}
