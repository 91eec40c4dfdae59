import { afterSignIn } from '@lintel/contract/identity/after-sign-in'
import type { login, logout } from '@lintel/contract/identity/login'
import type { verifyMfa } from '@lintel/contract/identity/mfa'
import { type SignInFailure, signInFailureOf } from '@lintel/contract/identity/sign-in-form'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import type { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormHandler } from '../../platform/answer'
import type { Configuration } from '../../platform/configuration'
import { type FormFields, fieldsOf } from '../../platform/form-posts'
import { sendCodePage } from './code-page'
import { sendProblemPage } from './problem-page'
import { emailOf } from './username'

/** The form field with the URL to open after sign-in. */
export const nextUrlField = 'next-url'

const nextUrlOf = (fields: FormFields) => fields[nextUrlField] || undefined

/** The sign-in form as posted without script: failures redirect to the sign-in page, a second factor leads to the code page. */
export const loginForm = (configuration: Configuration): FormHandler<typeof login> => ({
  bodyOf: ({ username, password, rememberMe }) => ({ username, password, rememberMe: rememberMe === 'on' }),
  leadsTo: (tokens, fields) => afterSignIn(tokens, nextUrlOf(fields)),
  answerProblem(problem, request, reply) {
    const fields = fieldsOf(request)
    if (problem.code !== 'CHALLENGE_REQUESTED') return backToSignIn(configuration, problem, request, reply)
    const ticket = String(problem.objects[0]?.meta?.session)
    return sendCodePage(request, reply, configuration, { ticket, ...attemptOf(configuration, fields) })
  },
})

/** The code form as posted without script: a wrong code shows the form again, until the challenge has ended. */
export const codeForm = (configuration: Configuration): FormHandler<typeof verifyMfa> => ({
  bodyOf: ({ session, username, code }) => ({ session, username, code }),
  leadsTo: (tokens, fields) => afterSignIn(tokens, nextUrlOf(fields)),
  answerProblem(problem, request, reply) {
    const fields = fieldsOf(request)
    if (problem.code !== 'invalidCode') return backToSignIn(configuration, problem, request, reply)
    const ticket = fields.session ?? ''
    return sendCodePage(request, reply, configuration, { ticket, ...attemptOf(configuration, fields), isWrong: true })
  },
})

/** Sign-out from the page for browsers without script. */
export const logoutForm: FormHandler<typeof logout> = {
  bodyOf: () => ({}),
  leadsTo: () => '/login',
  answerProblem: sendProblemPage,
}

/** Redirects to the sign-in page with the failure; problems without a text there get a page of their own. */
function backToSignIn(configuration: Configuration, problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  const failure = failureOf(problem)
  if (!failure) return sendProblemPage(problem, request, reply)
  return reply.redirect(signInAddress(configuration, fieldsOf(request), failure), 303)
}

/** What the code page keeps of the posted sign-in. */
const attemptOf = (configuration: Configuration, fields: FormFields) => ({
  username: fields.username ?? '',
  nextUrl: nextUrlOf(fields),
  signInAddress: signInAddress(configuration, fields),
})

/** The address of the sign-in page with the entered email, the URL to open after sign-in, and the failure if there is one. */
function signInAddress(configuration: Configuration, fields: FormFields, failure?: SignInFailure): string {
  const email = emailOf(fields.username ?? '', configuration)
  const nextUrl = nextUrlOf(fields)
  const search = new URLSearchParams({
    // People enter passwords into the email field: only values that look like an email address go into the URL (security S5).
    ...(emailPattern.test(email) && { email }),
    ...(nextUrl !== undefined && { [nextUrlField]: nextUrl }),
    ...(failure && { failed: failure }),
  })
  return search.size > 0 ? `/login?${search}` : '/login'
}

/** All validation errors map to one failure: the page without script has no field errors. */
const failureOf = ({ code, status }: Problem): SignInFailure | undefined =>
  status === 422 ? 'required' : signInFailureOf(code)
