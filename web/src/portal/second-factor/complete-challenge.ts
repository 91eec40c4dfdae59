import { readFederationSession } from '@lintel/contract/identity/federation'
import type { Tokens } from '@lintel/contract/identity/tokens'
import { callApi } from '../../api/call-api'
import { type Challenge, clearChallenge } from '../../session/challenge'
import { clearPendingLogin } from '../../session/external-login'
import { reportSignIn } from '../../session/report-sign-in'
import { beginSession } from '../../session/session'

/**
 * Begins the session that a code has opened, and reports it. Resolves to the display name of the provider that the code
 * linked; undefined if it linked none. Only the server knows that: anybody may have written the purpose in an address.
 */
export async function completeChallenge(tokens: Tokens, purpose: Challenge['purpose']): Promise<string | undefined> {
  beginSession(tokens)
  clearChallenge()
  if (purpose === 'link') clearPendingLogin()
  const provider = purpose === 'link' ? await linkedProvider() : undefined
  if (provider === undefined) reportSignIn('signedIn', 'password')
  else reportSignIn('linked', 'federation')
  return provider
}

/** The provider of the session, which only a link opens by a code; undefined also when the server does not respond. */
async function linkedProvider(): Promise<string | undefined> {
  const session = await callApi(readFederationSession).catch(() => undefined)
  return session?.name
}
