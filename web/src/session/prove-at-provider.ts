import { i18n } from '@lingui/core'
import { readFederationSession } from '@lintel/contract/identity/federation'
import { callApi } from '../api/call-api'
import { setLeavingForProof } from '../api/form/leaving-for-proof'
import { problemText } from '../api/problem-text'
import { showProblem } from '../api/show-problem'
import { replaceSession } from './replace-session'
import { signInAgain } from './sign-in-again'
import { watchProofRequests } from './step-up'

/**
 * Redirects to the provider of the session for a new authentication and back to the current page; that sign-in replaces the session
 * (security G9). Sessions without a provider sign in again.
 */
export async function proveAtProvider(): Promise<void> {
  try {
    const { provider, name = provider } = await callApi(readFederationSession)
    if (provider === undefined || name === undefined) return await signInAgain()
    leaveForProof()
    replaceSession({ provider, name, intent: 'prove' })
  } catch (error) {
    showProblem(error, i18n._(problemText(error)))
  }
}

/** Whoever leaves for the proof that a save needs has been told so; until they decline it, or the page is shown again. */
function leaveForProof() {
  const stay = () => {
    setLeavingForProof(false)
    stopWatching()
    removeEventListener('pageshow', stay)
  }
  const stopWatching = watchProofRequests(stay)
  addEventListener('pageshow', stay)
  setLeavingForProof(true)
}
