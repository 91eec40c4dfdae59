import { stepUp as stepUpCall } from '@lintel/contract/identity/step-up'
import { isSignedIn } from '@lintel/contract/people/permissions'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { withFailureLimit } from '../guessing/failure-limit'
import type { IdentityServices } from '../identity-services'
import { requireAccessToken } from '../require-access-token'
import { stepUp } from './step-up'

/** Step-up: authenticates the signed-in person again before changes of access (security G9). */
export const stepUpRoutes = (services: IdentityServices): Route[] => [
  answer(stepUpCall, {
    whileRestricted: 'secondFactor',
    sameSiteOnly: true,
    // The response of a passkey.
    bodyLimit: 16 * 1_024,
    rate: 'signIn',
    may: isSignedIn,
    run: async (context, { body }, reply) => {
      const actor = await requireAccessToken(services, context, body.accessToken)
      return withFailureLimit(services, context, () => stepUp(services, context, reply, { actor, input: body }))
    },
  }),
]
