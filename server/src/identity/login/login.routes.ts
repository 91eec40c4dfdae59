import { login, logout, readNoScriptPage, refresh } from '@lintel/contract/identity/login'
import { anyone } from '@lintel/contract/people/permissions'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { withUnknownBrowserLimit } from '../guessing/failure-limit'
import type { IdentityServices } from '../identity-services'
import { signInWithPassword } from './login'
import { signOut } from './logout'
import { refreshSession } from './refresh'
import { loginForm, logoutForm } from './sign-in-forms'
import { emailOf } from './username'
import { sendWithoutScriptPage } from './without-script-page'

/** Callable without a session; authenticated by cookies (security H3). */
const anonymousOptions = { anonymous: true, ignoresBearer: true, sameSiteOnly: true } as const

/** Sign-in, refresh and sign-out. */
export const loginRoutes = (services: IdentityServices): Route[] => [
  answer(login, {
    ...anonymousOptions,
    rate: 'signIn',
    form: loginForm(services.platform.configuration),
    sparesKnownBrowsers: true,
    may: anyone,
    run: (context, { body }, reply) =>
      withUnknownBrowserLimit(services, context, (allowance) =>
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
    ...anonymousOptions,
    may: anyone,
    run: (context, { body }, reply) => refreshSession(services, context, reply, body),
  }),
  answer(logout, {
    ...anonymousOptions,
    form: logoutForm,
    may: anyone,
    run: (context, { body }, reply) => signOut(services, context, reply, body),
  }),
  answer(readNoScriptPage, {
    anonymous: true,
    ignoresBearer: true,
    may: anyone,
    run: (context, _input, reply) => sendWithoutScriptPage(services, context, reply),
  }),
]
