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
import { anyone, isFullUser, isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { withFailureLimit, withUnknownBrowserLimit } from '../guessing/failure-limit'
import type { IdentityServices } from '../identity-services'
import { personOf } from '../signed-in'
import { beginFlow } from './begin-flow'
import { createAccount } from './create-account'
import { linkableProviders } from './federation.store'
import type { FederationServices } from './federation-services'
import { federationSessionOf, unlink } from './identities'
import { identitiesOf } from './identities.store'
import { linkCurrentUser, linkExisting, mayLinkOwn } from './link-account'
import { companyProviderOf, matchedProviderOf } from './match-provider'
import { OpenIdProviders } from './open-id-providers'
import { sendProviderErrorPage } from './provider-error-page'
import { signInWithCode } from './sign-in'
import { verifyAddress } from './verify-address'

/** Callable without a session; bound to the browser by a cookie (security E1, H3). */
const anonymousOptions = { anonymous: true, ignoresBearer: true, sameSiteOnly: true } as const

/** Sign-in at identity providers, and the links to their identities. */
export function federationRoutes(identity: IdentityServices): Route[] {
  const providers = new OpenIdProviders(identity.platform, identity.secrets)
  const services: FederationServices = { ...identity, providers }
  return [
    answer(redirectToExternalLogin, {
      anonymous: true,
      ignoresBearer: true,
      may: anyone,
      async run(context, { query }, reply) {
        try {
          const { provider, login_hint, prompt } = query
          const isFresh = prompt === 'login'
          const address = await beginFlow(services, context, reply, { provider, loginHint: login_hint, isFresh })
          reply.header('location', address)
        } catch (error) {
          // Browsers get an HTML page, other clients the problem document.
          if (!(error instanceof Problem && context.request.headers.accept?.includes('text/html'))) throw error
          sendProviderErrorPage(context.request, reply, error, { query, publicUrl: context.configuration.publicUrl })
        }
      },
    }),
    answer(loginWithCode, {
      // Not rate-limited as a guess: only a flow that this browser began is accepted.
      ...anonymousOptions,
      // An authorization code, an issuer and an id token, each as long as providers make them.
      bodyLimit: 32 * 1_024,
      may: anyone,
      run: (context, { body: { rememberMe = false, ...callback } }, reply) =>
        signInWithCode({ services, context, reply }, { rememberMe, ...callback }),
    }),
    answer(createFederatedUser, {
      ...anonymousOptions,
      rate: 'signIn',
      may: anyone,
      run: (context, { body }, reply) =>
        withFailureLimit(identity, context, () => createAccount({ services, context, reply }, body)),
    }),
    answer(verifyFederatedEmail, {
      ...anonymousOptions,
      rate: 'signIn',
      may: anyone,
      run: (context, { body }, reply) =>
        withFailureLimit(identity, context, () => verifyAddress({ services, context, reply }, body)),
    }),
    answer(linkIdentity, {
      anonymous: true,
      sameSiteOnly: true,
      rate: 'signIn',
      sparesKnownBrowsers: true,
      may: (actor, { body }) => 'password' in body || mayLinkOwn(actor),
      freshProof: ({ body }) => !('password' in body),
      async run(context, { body }, reply) {
        if ('password' in body) {
          // The password of any account can be tried here, so failures count by the address even with a bearer (security B4).
          return withUnknownBrowserLimit(identity, context, (allowance) =>
            linkExisting({ services, context, reply }, body, allowance),
          )
        }
        await linkCurrentUser({ services, context }, personOf(context), body)
        return { result: 'LINKED' as const }
      },
    }),
    answer(matchProvider, {
      ...anonymousOptions,
      rate: 'providerMatch',
      may: anyone,
      run: ({ db }, { body: { email } }) => matchedProviderOf(db, email),
    }),
    answer(findCompany, {
      ...anonymousOptions,
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
      may: isFullUser,
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
      may: isFullUser,
      freshProof: true,
      run: (context, { parameters: { id } }) => unlink(identity, context, personOf(context), id),
    }),
  ]
}
