import {
  createFederatedUser,
  findCompany,
  linkIdentity,
  listExternalIdentities,
  loginWithCode,
  matchProvider,
  readFederationSession,
  redirectToExternalLogin,
  unlinkIdentity,
  verifyFederatedEmail,
} from '@lintel/contract/identity/federation'
import { anyone, isNoGuest, isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { countingFailures } from '../guessing/counting-failures'
import type { IdentityServices } from '../identity-services'
import { personOf } from '../signed-in'
import { beginFlow } from './begin'
import { createAccount, proveAddress } from './create'
import { linkableProviders } from './federation.store'
import type { FederationServices } from './federation-services'
import { federationSessionOf, unlink } from './identities'
import { identitiesOf } from './identities.store'
import { linkExisting, linkOwn, mayLinkOwn } from './link'
import { companyProviderOf, matchedProviderOf } from './match'
import { OpenIdProviders } from './open-id-providers'
import { sendProviderTrouble } from './provider-trouble'
import { signInWithCode } from './sign-in'

/** Answered from the browser's binding cookie, in front of the sign-in (security E1, H3). */
const frontDoor = { anonymous: true, ignoresBearer: true, sameSiteOnly: true, bodyLimit: 32 * 1_024 } as const

/** Signing in at foreign providers, and the links to them. */
export function federationRoutes(identity: IdentityServices): Route[] {
  const providers = new OpenIdProviders(identity.platform, identity.secrets)
  const services: FederationServices = { ...identity, providers }
  return [
    answer(redirectToExternalLogin, {
      anonymous: true,
      ignoresBearer: true,
      may: anyone,
      async run(context, { query: { provider, login_hint, prompt } }, reply) {
        try {
          const isFresh = prompt === 'login'
          const address = await beginFlow(services, context, reply, { provider, loginHint: login_hint, isFresh })
          reply.header('location', address)
        } catch (error) {
          // A person who navigated here gets a page; a program the problem as always.
          if (!(error instanceof Problem && context.request.headers.accept?.includes('text/html'))) throw error
          sendProviderTrouble(context.request, reply, error, { provider, publicUrl: context.configuration.publicUrl })
        }
      },
    }),
    answer(loginWithCode, {
      // Nothing is guessed at: only what this browser began there is taken up again.
      ...frontDoor,
      may: anyone,
      run: (context, { body: { rememberMe = false, ...callback } }, reply) =>
        signInWithCode({ services, context, reply }, { rememberMe, ...callback }),
    }),
    answer(createFederatedUser, {
      ...frontDoor,
      rate: 'signIn',
      may: anyone,
      run: (context, { body }, reply) =>
        countingFailures(identity, context, () => createAccount({ services, context, reply }, body)),
    }),
    answer(verifyFederatedEmail, {
      ...frontDoor,
      rate: 'signIn',
      may: anyone,
      run: (context, { body }, reply) =>
        countingFailures(identity, context, () => proveAddress({ services, context, reply }, body)),
    }),
    answer(linkIdentity, {
      anonymous: true,
      sameSiteOnly: true,
      bodyLimit: 32 * 1_024,
      rate: 'signIn',
      may: (actor, { body }) => 'password' in body || mayLinkOwn(actor),
      freshProof: ({ body }) => !('password' in body),
      async run(context, { body }, reply) {
        if ('password' in body) {
          return countingFailures(identity, context, () => linkExisting({ services, context, reply }, body))
        }
        await linkOwn({ services, context }, personOf(context), body)
        return { result: 'LINKED' as const }
      },
    }),
    answer(matchProvider, {
      ...frontDoor,
      rate: 'providerMatch',
      may: anyone,
      run: ({ db }, { body: { email } }) => matchedProviderOf(db, email),
    }),
    answer(findCompany, {
      ...frontDoor,
      rate: 'providerMatch',
      may: anyone,
      run: ({ db }, { body: { companyId } }) => companyProviderOf(db, companyId),
    }),
    answer(readFederationSession, {
      whileRestricted: true,
      may: isSignedIn,
      run: (context) => federationSessionOf(context, personOf(context)),
    }),
    answer(listExternalIdentities, {
      may: isNoGuest,
      run: async (context) => {
        const { id } = personOf(context)
        const [identities, linkable] = await Promise.all([
          identitiesOf(context.db, id),
          linkableProviders(context.db, id),
        ])
        return { identities, linkable }
      },
    }),
    answer(unlinkIdentity, {
      may: isNoGuest,
      freshProof: true,
      run: (context, { parameters: { id } }) => unlink(identity, context, personOf(context), id),
    }),
  ]
}
