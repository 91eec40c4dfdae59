import { mfaStatus, verifyMfa } from '@lintel/contract/identity/mfa'
import { anyone, isSignedIn } from '@lintel/contract/people/permissions'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { countingFailures } from '../guessing/counting-failures'
import type { IdentityServices } from '../identity-services'
import { emailOf } from '../login/username'
import { hasFactor } from './mfa.store'
import { verifyCode } from './verify-code'

/** The second factor. */
export const mfaRoutes = (services: IdentityServices): Route[] => [
  answer(verifyMfa, {
    anonymous: true,
    ignoresBearer: true,
    sameSiteOnly: true,
    bodyLimit: 8 * 1_024,
    rate: 'signIn',
    may: anyone,
    run: (context, { body: { session, username, code } }, reply) =>
      countingFailures(services, context, () =>
        verifyCode(services, context, reply, {
          ticket: session,
          email: emailOf(username, context.configuration),
          code,
        }),
      ),
  }),
  answer(mfaStatus, {
    whileRestricted: true,
    may: isSignedIn,
    run: async ({ db, actor, configuration }) => {
      const isEnabled = isSignedIn(actor) && actor.method === 'password' && (await hasFactor(db, actor.id))
      return {
        status: isEnabled ? ('enabled' as const) : ('disabled' as const),
        available: configuration.mfa,
        recoveryCodesLeft: 0,
      }
    },
  }),
]
