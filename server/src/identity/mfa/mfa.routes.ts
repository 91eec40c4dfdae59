import {
  associateMfa,
  disableMfa,
  enableMfa,
  mfaStatus,
  removeSecondFactor,
  renewRecoveryCodes,
  verifyMfa,
} from '@lintel/contract/identity/mfa'
import { type Actor, anyone, isNoGuest, isSignedIn, isStaff, type Person } from '@lintel/contract/people/permissions'
import { answer } from '../../platform/answer'
import type { Configuration } from '../../platform/configuration'
import type { Context } from '../../platform/context'
import type { Route } from '../../platform/route'
import { countingFailures, countingStrangers } from '../guessing/counting-failures'
import type { IdentityServices } from '../identity-services'
import { codeForm } from '../login/sign-in-forms'
import { emailOf } from '../login/username'
import { holderOf } from '../own-access'
import { challengeCookie, dropChallengeCookie, keepSetUpCookie } from '../sessions/cookies'
import { personOf } from '../signed-in'
import { disable } from './disable'
import { associate, enable, renewCodes } from './enrol'
import { factorOf } from './factor.store'
import { removeByStaff } from './remove-by-staff'
import { verifyCode } from './verify-code'

/** Only sessions of the regular authenticator know of a second factor (account-portal chapter 2). */
const isRegular = (actor: Actor): actor is Person => isNoGuest(actor) && actor.method === 'password'

/** Where the installation offers one, they can have one. */
const mayHaveFactor = (actor: Actor, { mfa }: Configuration): boolean => mfa && isRegular(actor)

/**
 * What sets up and removes a second factor: reachable for staff who have none yet, with a fresh proof; that of whoever has one is more than
 * the password (security C5, C6, C8).
 */
const setUp = {
  whileRestricted: 'secondFactor',
  bodyLimit: 8 * 1_024,
  rate: 'signIn',
  freshProof: true,
  may: (actor: Actor, _input: unknown, { configuration }: Context) => mayHaveFactor(actor, configuration),
} as const

/** The second factor. */
export const mfaRoutes = (services: IdentityServices): Route[] => [
  answer(verifyMfa, {
    anonymous: true,
    ignoresBearer: true,
    sameSiteOnly: true,
    bodyLimit: 8 * 1_024,
    rate: 'signIn',
    form: codeForm(services.platform.configuration),
    sparesKnownBrowsers: true,
    may: anyone,
    run: async (context, { body: { session, username, code } }, reply) => {
      const ticket = session ?? challengeCookie(context.request, context.configuration) ?? ''
      const email = emailOf(username, context.configuration)
      const tokens = await countingStrangers(services, context, (allowance) =>
        verifyCode({ services, context, reply, allowance }, { ticket, email, code }),
      )
      dropChallengeCookie(reply, context.configuration)
      return tokens
    },
  }),
  answer(mfaStatus, {
    whileRestricted: true,
    may: isSignedIn,
    run: async ({ db, actor, configuration }) => {
      const factor = isRegular(actor) ? await factorOf(db, actor.id) : undefined
      return {
        status: factor ? ('enabled' as const) : ('disabled' as const),
        available: mayHaveFactor(actor, configuration),
        recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
      }
    },
  }),
  answer(associateMfa, {
    ...setUp,
    run: async (context, { body: { accessToken, replaces = false } }, reply) => {
      const actor = await holderOf(services, context, accessToken)
      const browserHash = keepSetUpCookie(context.request, reply, context.configuration)
      return associate(services, context, actor, { replaces, browserHash })
    },
  }),
  answer(enableMfa, {
    ...setUp,
    run: async (context, { body: { accessToken, code, endOtherSessions = false } }) => {
      const actor = await holderOf(services, context, accessToken)
      return countingFailures(services, context, () =>
        enable(services, context, actor, { code, endOthers: endOtherSessions }),
      )
    },
  }),
  answer(disableMfa, {
    ...setUp,
    // Also where no new one is offered any more.
    may: isRegular,
    run: async (context, { body: { accessToken, code, endOtherSessions = false } }) => {
      const actor = await holderOf(services, context, accessToken)
      await countingFailures(services, context, () =>
        disable(services, context, actor, { code, endOthers: endOtherSessions }),
      )
    },
  }),
  answer(renewRecoveryCodes, {
    ...setUp,
    run: async (context, { body: { accessToken } }) =>
      renewCodes(context, await holderOf(services, context, accessToken)),
  }),
  answer(removeSecondFactor, {
    freshProof: true,
    // Their own goes by one of its codes, as everybody's does.
    may: (actor, { parameters: { user } }) => isStaff(actor) && actor.email !== user,
    run: (context, { parameters: { user } }) => removeByStaff(services, context, personOf(context), user),
  }),
]
