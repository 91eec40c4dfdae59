import { stepUp as stepUpCall } from '@lintel/contract/identity/step-up'
import { isSignedIn } from '@lintel/contract/people/permissions'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { countingFailures } from '../guessing/counting-failures'
import type { IdentityServices } from '../identity-services'
import { holderOf } from '../own-access'
import { stepUp } from './step-up'

/** Proving again who is signed in, before something that changes who can get in (security G9). */
export const stepUpRoutes = (services: IdentityServices): Route[] => [
  answer(stepUpCall, {
    whileRestricted: 'secondFactor',
    sameSiteOnly: true,
    bodyLimit: 16 * 1_024,
    rate: 'signIn',
    may: isSignedIn,
    run: async (context, { body }, reply) => {
      const actor = await holderOf(services, context, body.accessToken)
      return countingFailures(services, context, () => stepUp(services, context, reply, { actor, given: body }))
    },
  }),
]
