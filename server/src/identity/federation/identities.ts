import type { readFederationSession } from '@lintel/contract/identity/federation'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Context } from '../../platform/context'
import { isUuid } from '../../platform/rows'
import type { IdentityServices } from '../identity-services'
import { demoAddress } from './demo-address'
import { providerOfSession } from './federation.store'
import { lockIdentity, removeIdentity } from './identities.store'
import { notifyOfLink } from './link-identity'

/** Unlinks an identity from the own account, unless it is the only way to sign in. */
export async function unlink({ actors }: IdentityServices, context: Context, actor: Person, id: string): Promise<void> {
  if (!isUuid(id)) throw new Problem('notFound')
  const ended = await context.change(async (change) => {
    const { db, now, audit } = change
    const found = await lockIdentity(db, { id, userId: actor.id })
    if (!found) throw new Problem('notFound')
    if (found.isOnlySignInMethod) {
      const about = { customer: actor.homeCustomer, target: { type: 'external-identities', id } }
      audit({ action: 'federation.unlink', ...about, result: 'failure', reason: 'lastSignInMethod' })
      return undefined
    }
    const { provider, issuer, subject } = found
    const sessions = await removeIdentity(db, { id, userId: actor.id, provider, issuer, subject }, now)
    audit({
      action: 'federation.unlink',
      customer: actor.homeCustomer,
      target: { type: 'external-identities', id },
      before: { provider, issuer, subject },
      after: { sessions },
    })
    await notifyOfLink(change, actor.id, provider, 'unlinked', actor.homeCustomer)
    return sessions
  })
  if (!ended) throw new Problem('lastSignInMethod')
  for (const session of ended) actors.forgetSession(session)
}

/** The provider of a session, and where sign-out continues (account-portal chapter 2, Logout). */
export async function federationSessionOf(
  { db, configuration }: Pick<Context, 'db' | 'configuration'>,
  { sessionId }: Pick<Person, 'sessionId'>,
): Promise<CallAnswer<typeof readFederationSession>> {
  const found = await providerOfSession(db, sessionId)
  if (!found) return {}
  const { id, name, logoutUri, landingPage, clientId } = found
  return {
    provider: id,
    name,
    ...(logoutUri !== null && {
      logoutUri: logoutAddress(demoAddress(logoutUri, configuration), configuration.publicUrl, clientId),
    }),
    ...(landingPage !== null && { landingPage: demoAddress(landingPage, configuration) }),
  }
}

/** Adds the return URL under the specification's parameter name and those of OpenID Connect RP-Initiated Logout 1.0. */
function logoutAddress(logoutUri: string, publicUrl: string, clientId: string | null): string {
  const address = new URL(logoutUri)
  const returnUrl = `${publicUrl}/`
  address.searchParams.set('redirect', returnUrl)
  address.searchParams.set('post_logout_redirect_uri', returnUrl)
  if (clientId !== null) address.searchParams.set('client_id', clientId)
  return address.href
}
