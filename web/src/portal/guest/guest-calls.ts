import type { Tokens } from '@lintel/contract/identity/tokens'
import type { CurrentUser } from '@lintel/contract/people/users'
import { send } from '../../api/send'
import { beginSession } from '../../session/session'

/**
 * The contract's guest-link calls as constants, which keeps the contract out of the bundle of the sign-in page (compare
 * `session/identity-calls`).
 */
export const guestCalls = {
  login: { method: 'POST', path: '/mgw/api/v2/guest-login/{id}' },
  me: { method: 'GET', path: '/mgw/api/v3/users/me' },
} as const

/**
 * Signs in with a guest link and returns the address of the one project that it opens. The server ends the browser's
 * previous session and its other tabs reload. Fails with `invalid_grant`, and then changes nothing.
 */
export async function signInAsGuest(id: string): Promise<string> {
  const { login, me } = guestCalls
  const address = login.path.replace('{id}', encodeURIComponent(id))
  beginSession((await send({ method: login.method, address, body: {}, anonymous: true })) as Tokens)
  // The guest is signed in already: without a response, the project list serves as well.
  const person = await send({ method: me.method, address: me.path }).catch(() => undefined)
  const project = (person as CurrentUser | undefined)?.guestOf
  return project ? `/project-${project}/` : '/'
}
