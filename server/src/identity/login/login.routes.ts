import { login, logout, refresh, withoutScript } from '@lintel/contract/identity/login'
import { anyone } from '@lintel/contract/people/permissions'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { countingStrangers } from '../guessing/counting-failures'
import type { IdentityServices } from '../identity-services'
import { signInWithPassword } from './login'
import { signOut } from './logout'
import { refreshSession } from './refresh'
import { loginForm, logoutForm } from './sign-in-forms'
import { emailOf } from './username'
import { sendWithoutScript } from './without-script-page'

/** Answered from cookies, in front of the sign-in, small bodies only (security H3, H4). */
const frontDoor = { anonymous: true, ignoresBearer: true, sameSiteOnly: true, bodyLimit: 8 * 1_024 } as const

/** Sign in, stay signed in, sign out. */
export const loginRoutes = (services: IdentityServices): Route[] => [
  answer(login, {
    ...frontDoor,
    rate: 'signIn',
    form: loginForm(services.platform.configuration),
    sparesKnownBrowsers: true,
    may: anyone,
    run: (context, { body }, reply) =>
      countingStrangers(services, context, (allowance) =>
        signInWithPassword(
          { services, context, reply, allowance },
          {
            email: emailOf(body.username, context.configuration),
            password: body.password,
            rememberMe: body.rememberMe ?? false,
          },
        ),
      ),
  }),
  answer(refresh, {
    ...frontDoor,
    may: anyone,
    run: (context, { body }, reply) => refreshSession(services, context, reply, body),
  }),
  answer(logout, {
    ...frontDoor,
    form: logoutForm,
    may: anyone,
    run: (context, { body }, reply) => signOut(services, context, reply, body),
  }),
  answer(withoutScript, {
    anonymous: true,
    ignoresBearer: true,
    may: anyone,
    run: (context, _input, reply) => sendWithoutScript(services, context, reply),
  }),
]
