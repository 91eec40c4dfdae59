import {
  associateMfa,
  disableMfa,
  enableMfa,
  readMfaStatus,
  removeSecondFactor,
  renewRecoveryCodes,
  verifyMfa,
} from '@lintel/contract/identity/mfa'
import { hasOwnCredentials } from '@lintel/contract/identity/own-credentials'
import { type Actor, anyone, isSignedIn, isStaff } from '@lintel/contract/people/permissions'
import { answer } from '../../platform/answer'
import type { Configuration } from '../../platform/configuration'
import type { Context } from '../../platform/context'
import type { Route } from '../../platform/route'
import { withFailureLimit, withUnknownBrowserLimit } from '../guessing/failure-limit'
import type { IdentityServices } from '../identity-services'
import { codeForm } from '../login/sign-in-forms'
import { emailOf } from '../login/username'
import { requireAccessToken } from '../require-access-token'
import { challengeCookie, clearChallengeCookie, setSetupCookie } from '../sessions/cookies'
import { personOf } from '../signed-in'
import { disable } from './disable'
import { associate, enable, renewCodes } from './enrol'
import { factorOf } from './factor.store'
import { removeByStaff } from './remove-by-staff'
import { verifyCode } from './verify-code'

/** A second factor can be set up where the installation enables it. */
const mayHaveFactor = (actor: Actor, { mfa }: Configuration): boolean => mfa && hasOwnCredentials(actor)

/**
 * Routes that set up and remove a second factor: open to staff who have none yet, with a recent authentication; whoever has a
 * factor needs more than the password for it (security C5, C6, C8).
 */
const setupOptions = {
  whileRestricted: 'secondFactor',
  rate: 'signIn',
  freshProof: true,
  may: (actor: Actor, _input: unknown, { configuration }: Context) => mayHaveFactor(actor, configuration),
} as const

/** Second-factor routes. */
export const mfaRoutes = (services: IdentityServices): Route[] => [
  answer(verifyMfa, {
    anonymous: true,
    ignoresBearer: true,
    sameSiteOnly: true,
    rate: 'signIn',
    form: codeForm(services.platform.configuration),
    sparesKnownBrowsers: true,
    may: anyone,
    run: async (context, { body: { session, username, code } }, reply) => {
      const ticket = session ?? challengeCookie(context.request, context.configuration) ?? ''
      const email = emailOf(username, context.configuration)
      const tokens = await withUnknownBrowserLimit(services, context, (allowance) =>
        verifyCode({ services, context, reply, allowance }, { ticket, email, code }),
      )
      clearChallengeCookie(reply, context.configuration)
      return tokens
    },
  }),
  answer(readMfaStatus, {
    whileRestricted: true,
    may: isSignedIn,
    run: async ({ db, actor, configuration }) => {
      const factor = hasOwnCredentials(actor) ? await factorOf(db, actor.id) : undefined
      return {
        status: factor ? ('enabled' as const) : ('disabled' as const),
        available: mayHaveFactor(actor, configuration),
        recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
      }
    },
  }),
  answer(associateMfa, {
    ...setupOptions,
    run: async (context, { body: { accessToken, replaces = false } }, reply) => {
      const actor = await requireAccessToken(services, context, accessToken)
      const browserHash = setSetupCookie(context.request, reply, context.configuration)
      return associate(services, context, actor, { replaces, browserHash })
    },
  }),
  answer(enableMfa, {
    ...setupOptions,
    run: async (context, { body: { accessToken, code, endOtherSessions = false } }) => {
      const actor = await requireAccessToken(services, context, accessToken)
      return withFailureLimit(services, context, () =>
        enable(services, context, actor, { code, endOthers: endOtherSessions }),
      )
    },
  }),
  answer(disableMfa, {
    ...setupOptions,
    // Also where the installation no longer enables second factors.
    may: hasOwnCredentials,
    run: async (context, { body: { accessToken, code, endOtherSessions = false } }) => {
      const actor = await requireAccessToken(services, context, accessToken)
      await withFailureLimit(services, context, () =>
        disable(services, context, actor, { code, endOthers: endOtherSessions }),
      )
    },
  }),
  answer(renewRecoveryCodes, {
    ...setupOptions,
    run: async (context, { body: { accessToken } }) =>
      renewCodes(context, await requireAccessToken(services, context, accessToken)),
  }),
  answer(removeSecondFactor, {
    freshProof: true,
    // Staff remove their own factor by one of its codes, like everybody.
    may: (actor, { parameters: { user } }) => isStaff(actor) && actor.email !== user,
    run: (context, { parameters: { user } }) => removeByStaff(services, context, personOf(context), user),
  }),
]
