import type { ApiScope } from '@lintel/contract/identity/api-tokens'
import { type Actor, isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'

/** Throws 403 for an API token without this scope; without a scope, for every API token (contract §6). */
export function refuseBeyondScope(actor: Actor, scope: ApiScope | undefined): void {
  if (!isSignedIn(actor) || actor.apiToken === undefined) return
  if (scope === undefined) throw new Problem('forbidden', { detail: 'This cannot be done with an API token' })
  if (actor.apiToken.scopes.includes(scope)) return
  throw new Problem('forbidden', { detail: `The API token does not have the scope ${scope}` })
}
