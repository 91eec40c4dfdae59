import { afterSignIn } from '@lintel/contract/identity/after-sign-in'
import type { login, logout } from '@lintel/contract/identity/login'
import type { verifyMfa } from '@lintel/contract/identity/mfa'
import { type SignInFailure, signInFailureOf } from '@lintel/contract/identity/sign-in-form'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import type { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormAnswering } from '../../platform/answer'
import type { Configuration } from '../../platform/configuration'
import { type FormFields, fieldsOf } from '../../platform/form-posts'
import { sendCodePage } from './code-page'
import { sendProblemPage } from './problem-page'
import { emailOf } from './username'

/** The field that holds where the person wanted to go. */
export const nextUrlField = 'next-url'

const nextUrlOf = (fields: FormFields) => fields[nextUrlField] || undefined

/** The sign-in form as the browser posts it: its failures lead back to the sign-in page, a second factor to the page of the code. */
export const loginForm = (configuration: Configuration): FormAnswering<typeof login> => ({
  bodyOf: ({ username, password, rememberMe }) => ({ username, password, rememberMe: rememberMe === 'on' }),
  leadsTo: (tokens, fields) => afterSignIn(tokens, nextUrlOf(fields)),
  answerProblem(problem, request, reply) {
    const fields = fieldsOf(request)
    if (problem.code !== 'CHALLENGE_REQUESTED') return backToSignIn(configuration, problem, request, reply)
    const challenge = { ticket: String(problem.objects[0]?.meta?.session), username: fields.username ?? '' }
    return sendCodePage(request, reply, configuration, { ...challenge, nextUrl: nextUrlOf(fields) })
  },
})

/** The page of the code as the browser posts it: a wrong code is asked for again, until the attempt has ended. */
export const codeForm = (configuration: Configuration): FormAnswering<typeof verifyMfa> => ({
  bodyOf: ({ session, username, code }) => ({ session, username, code }),
  leadsTo: (tokens, fields) => afterSignIn(tokens, nextUrlOf(fields)),
  answerProblem(problem, request, reply) {
    const fields = fieldsOf(request)
    if (problem.code !== 'invalidCode') return backToSignIn(configuration, problem, request, reply)
    const challenge = { ticket: fields.session ?? '', username: fields.username ?? '', isWrong: true }
    return sendCodePage(request, reply, configuration, { ...challenge, nextUrl: nextUrlOf(fields) })
  },
})

/** Signing out from the page for browsers without script. */
export const logoutForm: FormAnswering<typeof logout> = {
  bodyOf: () => ({}),
  leadsTo: () => '/login',
  answerProblem: sendProblemPage,
}

/** Leads to the sign-in page, which says why; what it has no words for is a page of its own, with its status. */
function backToSignIn(configuration: Configuration, problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  const failed = failureOf(problem)
  if (!failed) return sendProblemPage(problem, request, reply)
  const fields = fieldsOf(request)
  const email = emailOf(fields.username ?? '', configuration)
  const nextUrl = nextUrlOf(fields)
  const search = new URLSearchParams({
    // People type passwords into the wrong field: only what looks like an address comes into one (security S5).
    ...(emailPattern.test(email) && { email }),
    ...(nextUrl !== undefined && { [nextUrlField]: nextUrl }),
    failed,
  })
  return reply.redirect(`/login?${search}`, 303)
}

/** What is missing or too long is one failure: the page that was posted has no other place for words. */
const failureOf = ({ code, status }: Problem): SignInFailure | undefined =>
  status === 422 ? 'required' : signInFailureOf(code)
