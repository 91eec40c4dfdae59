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

/** Changing, replacing and setting a password. */
export const passwordRoutes = (services: IdentityServices): Route[] => [
  answer(changePassword, {
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
    rate: 'signIn',
    may: anyone,
    run: (context, { body: { username, ...change } }) =>
      withFailureLimit(services, context, () =>
        replaceInvalidPassword(services, context, { email: emailOf(username, context.configuration), ...change }),
      ),
  }),
  answer(setPassword, {
    whileRestricted: true,
    may: (actor, { parameters: { email } }) =>
      isSignedIn(actor) && actor.email === email && actor.restriction === 'password',
    run: (context, { body: { password } }) => setOwnPassword(services, context, personOf(context), password),
  }),
]
