import { changePassword, resetInvalidPassword, setPassword } from '@lintel/contract/identity/change-password'
import { anyone, isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { withFailureLimit } from '../guessing/failure-limit'
import type { IdentityServices } from '../identity-services'
import { emailOf } from '../login/username'
import { personOf } from '../signed-in'
import { changeOwnPassword, replaceInvalidPassword, setOwnPassword } from './change-password'

const bodyLimit = 8 * 1_024

/** Changing, replacing and setting a password. */
export const passwordRoutes = (services: IdentityServices): Route[] => [
  answer(changePassword, {
    bodyLimit,
    rate: 'signIn',
    may: isSignedIn,
    run: async (context, { body: { accessToken, ...change } }) => {
      const actor = personOf(context)
      const access = await services.tokens.read(accessToken, 'access', context.now)
      if (access.sessionId !== actor.sessionId) throw new Problem('invalidToken')
      await withFailureLimit(services, context, () => changeOwnPassword(services, context, actor, change))
    },
  }),
  answer(resetInvalidPassword, {
    anonymous: true,
    ignoresBearer: true,
    sameSiteOnly: true,
    bodyLimit,
    rate: 'signIn',
    may: anyone,
    run: (context, { body: { username, ...change } }) =>
      withFailureLimit(services, context, () =>
        replaceInvalidPassword(services, context, { email: emailOf(username, context.configuration), ...change }),
      ),
  }),
  answer(setPassword, {
    bodyLimit,
    whileRestricted: true,
    may: (actor, { parameters: { email } }) =>
      isSignedIn(actor) && actor.email === email && actor.restriction === 'password',
    run: (context, { body: { password } }) => setOwnPassword(services, context, personOf(context), password),
  }),
]
