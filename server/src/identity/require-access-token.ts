import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Context } from '../platform/context'
import type { IdentityServices } from './identity-services'
import { personOf } from './signed-in'

/**
 * The signed-in person of a call that changes credentials, which also needs an access token of the same session. Throws 401
 * `invalidToken` otherwise.
 */
export async function requireAccessToken(
  { tokens }: Pick<IdentityServices, 'tokens'>,
  context: Pick<Context, 'actor' | 'now'>,
  accessToken: string,
): Promise<Person> {
  const actor = personOf(context)
  const access = await tokens.read(accessToken, 'access', context.now)
  if (access.sessionId !== actor.sessionId) throw new Problem('invalidToken')
  return actor
}
