import { cancelEmailChange, confirmEmailChange, requestEmailChange } from '@lintel/contract/people/email-change'
import { isNoGuest } from '@lintel/contract/people/permissions'
import { countingFailures } from '../../identity/guessing/counting-failures'
import type { IdentityServices } from '../../identity/identity-services'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { askForEmail, proveEmail, withdrawEmail } from './email-change'
import { oneself } from './oneself'

/** Changing one's own email address. */
export const emailChangeRoutes = (services: IdentityServices): Route[] => [
  answer(requestEmailChange, {
    freshProof: true,
    may: isNoGuest,
    run: (context, { parameters, body }) =>
      askForEmail(context, oneself(personOf(context), parameters.email), body.email),
  }),
  answer(cancelEmailChange, {
    may: isNoGuest,
    run: (context, { parameters: { email } }) => withdrawEmail(context, oneself(personOf(context), email)),
  }),
  answer(confirmEmailChange, {
    rate: 'signIn',
    may: isNoGuest,
    run: (context, { body: { code } }) =>
      countingFailures(services, context, () =>
        proveEmail(context, { actors: services.actors, actor: personOf(context), code }),
      ),
  }),
]
