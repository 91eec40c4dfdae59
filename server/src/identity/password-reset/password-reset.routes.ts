import { confirmPasswordLink, openPasswordLink } from '@lintel/contract/identity/change-password'
import {
  confirmPasswordReset,
  requestPasswordReset,
  startPasswordReset,
} from '@lintel/contract/identity/password-reset'
import { administersAny, anyone } from '@lintel/contract/people/permissions'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { withFailureLimit } from '../guessing/failure-limit'
import type { IdentityServices } from '../identity-services'
import { sendProblemPage } from '../login/problem-page'
import { emailOf } from '../login/username'
import { personOf } from '../signed-in'
import { confirmReset } from './confirm-reset'
import { confirmLink, openLink } from './password-link'
import { sendLinkPage } from './password-link-page'
import { requestReset } from './request-reset'
import { startReset } from './start-reset'

const anonymousOptions = { anonymous: true, ignoresBearer: true, may: anyone } as const

/** Password reset by mail: with a code, and with a confirmation link. */
export const passwordResetRoutes = (services: IdentityServices): Route[] => [
  answer(requestPasswordReset, {
    ...anonymousOptions,
    sameSiteOnly: true,
    rate: 'resetRequest',
    run: async (context, { body: { username } }) => {
      await requestReset(context, emailOf(username, context.configuration))
      return {}
    },
  }),
  answer(startPasswordReset, {
    bodyLimit: 1_024,
    rate: 'resetRequest',
    may: administersAny,
    run: async (context, { parameters: { user } }) => {
      await startReset(context, personOf(context), user)
      return {}
    },
  }),
  answer(confirmPasswordReset, {
    ...anonymousOptions,
    sameSiteOnly: true,
    rate: 'signIn',
    run: (context, { body: { username, ...sent } }) =>
      withFailureLimit(services, context, () =>
        confirmReset(services, context, { email: emailOf(username, context.configuration), ...sent }),
      ),
  }),
  answer(openPasswordLink, {
    ...anonymousOptions,
    run: async (context, { parameters: { id } }, reply) => {
      const opened = await openLink(context, id)
      if (opened.at === 'open') sendLinkPage(context, reply, opened.link)
      else reply.redirect(opened.address)
    },
  }),
  answer(confirmPasswordLink, {
    ...anonymousOptions,
    form: { bodyOf: () => ({}), answerProblem: sendProblemPage },
    run: async (context, { parameters: { id } }, reply) => {
      reply.header('location', await confirmLink(services, context, id))
    },
  }),
]
