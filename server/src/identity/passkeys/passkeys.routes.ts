import { hasOwnCredentials } from '@lintel/contract/identity/own-credentials'
import {
  addPasskey,
  beginPasskey,
  challengePasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '@lintel/contract/identity/passkeys'
import { type Actor, anyone, isFullUser } from '@lintel/contract/people/permissions'
import { answer } from '../../platform/answer'
import type { Context } from '../../platform/context'
import type { Route } from '../../platform/route'
import { withUnknownBrowserLimit } from '../guessing/failure-limit'
import type { IdentityServices } from '../identity-services'
import { requireAccessToken } from '../require-access-token'
import { personOf } from '../signed-in'
import { add, beginAuthentication, beginRegistration, remove, rename } from './own-passkeys'
import { passkeysOf } from './passkeys.store'
import { relyingParty } from './relying-party'
import { signInByAssertion } from './sign-in-with-passkey'

const mayAdd = (actor: Actor, { configuration }: Pick<Context, 'configuration'>): boolean =>
  hasOwnCredentials(actor) && relyingParty(configuration) !== undefined

/**
 * Routes that add and remove passkeys require a recent authentication; whoever has a second factor needs more than the password
 * for it (security C5, C6).
 */
const setupOptions = { rate: 'signIn', freshProof: true } as const

/** Maximum size of a body with the response of an authenticator, in bytes. */
const responseBodyLimit = 16 * 1_024

/** Callable without a session; bound to the browser by a cookie. */
const anonymousOptions = { anonymous: true, ignoresBearer: true, sameSiteOnly: true } as const

/** Passkeys: management of the own ones, and sign-in (security C10). */
export const passkeyRoutes = (services: IdentityServices): Route[] => [
  answer(listPasskeys, {
    may: isFullUser,
    run: async (context) => {
      const { id } = personOf(context)
      const available = mayAdd(context.actor, context)
      return { passkeys: hasOwnCredentials(context.actor) ? await passkeysOf(context.db, id) : [], available }
    },
  }),
  answer(beginPasskey, {
    ...setupOptions,
    sameSiteOnly: true,
    may: (actor, _input, context) => mayAdd(actor, context),
    run: async (context, { body: { accessToken } }, reply) =>
      beginRegistration(context, reply, await requireAccessToken(services, context, accessToken)),
  }),
  answer(addPasskey, {
    ...setupOptions,
    sameSiteOnly: true,
    bodyLimit: responseBodyLimit,
    may: (actor, _input, context) => mayAdd(actor, context),
    run: async (context, { body }) =>
      add(services, context, await requireAccessToken(services, context, body.accessToken), body),
  }),
  answer(renamePasskey, {
    may: hasOwnCredentials,
    run: (context, { parameters: { id }, body: { name } }) => rename(context, personOf(context), { id, name }),
  }),
  answer(removePasskey, {
    ...setupOptions,
    may: hasOwnCredentials,
    run: (context, { parameters: { id }, query: { endOtherSessions = false } }) =>
      remove(services, context, personOf(context), { id, endOthers: endOtherSessions }),
  }),
  answer(challengePasskey, {
    ...anonymousOptions,
    may: anyone,
    run: (context, _input, reply) => beginAuthentication(context, reply),
  }),
  answer(signInWithPasskey, {
    ...anonymousOptions,
    bodyLimit: responseBodyLimit,
    rate: 'signIn',
    sparesKnownBrowsers: true,
    may: anyone,
    run: (context, { body: { response, rememberMe = false } }, reply) =>
      withUnknownBrowserLimit(services, context, (allowance) =>
        signInByAssertion({ services, context, reply, allowance }, { assertion: response, rememberMe }),
      ),
  }),
]
