import { cancelEmailChange, confirmEmailChange, requestEmailChange } from '@lintel/contract/people/email-change'
import { isFullUser } from '@lintel/contract/people/permissions'
import { withFailureLimit } from '../../identity/guessing/failure-limit'
import type { IdentityServices } from '../../identity/identity-services'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { submitEmailChange, verifyNewEmail, withdrawEmailChange } from './email-change'
import { requireSelf } from './require-self'

/** Changing one's own email address. */
export const emailChangeRoutes = (services: IdentityServices): Route[] => [
  answer(requestEmailChange, {
    freshProof: true,
    may: isFullUser,
    run: (context, { parameters, body }) =>
      submitEmailChange(context, requireSelf(personOf(context), parameters.email), body.email),
  }),
  answer(cancelEmailChange, {
    may: isFullUser,
    run: (context, { parameters: { email } }) => withdrawEmailChange(context, requireSelf(personOf(context), email)),
  }),
  answer(confirmEmailChange, {
    rate: 'signIn',
    may: isFullUser,
    run: (context, { body: { code } }) =>
      withFailureLimit(services, context, () =>
        verifyNewEmail(context, { actors: services.actors, actor: personOf(context), code }),
      ),
  }),
]
