import { Problem, type ProblemCode } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { conflictOf } from './conflicts'
import { isDatabaseAway, isRetryable } from './database'
import { type FormPosts, isOwnForm } from './form-posts'
import { sendDocument } from './media-types'
import {
  type FailureFormat,
  failureChallenges,
  failureFormatOf,
  failureMediaTypes,
  failureStatusOf,
} from './problem-reply-format'

/** The error handler, the only place where failures become responses: internal details never leave the server (security H5). */
export function replyWithProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = prepareProblem(error, request, reply)
  const format = failureFormatOf(request.url)
  const status = failureStatusOf(format, problem.status)
  if (status === 401) reply.header('www-authenticate', `${failureChallenges[format]}${tokenError(problem, request)}`)
  return senders[format](problem, request, reply.code(status))
}

/** The error of a challenge where the request has sent a token that is not valid, or no longer (RFC 6750, 3.1). */
function tokenError({ code }: Problem, { headers: { authorization = '' } }: FastifyRequest): string {
  const isOfToken = code === 'invalidToken' || code === 'sessionExpired'
  return isOfToken && /^bearer /i.test(authorization) ? ', error="invalid_token"' : ''
}

type Sender = (problem: Problem, request: FastifyRequest, reply: FastifyReply) => FastifyReply

const errorsOf = ({ objects }: Problem, { id }: FastifyRequest) => objects.map((object) => ({ id, ...object }))

const senders: Readonly<Record<FailureFormat, Sender>> = {
  jsonApi: (problem, request, reply) => sendDocument(reply, { errors: errorsOf(problem, request) }),
  identity(problem, request, reply) {
    const body = { code: problem.code, ...problem.objects[0]?.meta, errors: errorsOf(problem, request) }
    return reply.type(`${failureMediaTypes.identity}; charset=utf-8`).send(JSON.stringify(body))
  },
  odata: sendODataError,
  scim: sendScimError,
}

/** The error format of SCIM (RFC 7644, 3.12): a body that cannot be parsed or that its schema refuses is `invalidSyntax`, everything else `invalidValue`. */
function sendScimError({ code, objects: [first] }: Problem, _: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = reply.statusCode
  const { meta, source: location = {} } = first ?? {}
  const known = meta?.scimType
  // What the schema of a body refuses has a pointer; what a rule of the customer refuses has none.
  const isOfBody = code === 'malformed' || 'pointer' in location
  const scimType = known ?? (status === 400 ? (isOfBody ? 'invalidSyntax' : 'invalidValue') : undefined)
  const source = Object.values(location)[0]
  const error = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(typeof scimType === 'string' && { scimType }),
    detail: known === undefined && source !== undefined ? `${first?.detail}: ${source}` : first?.detail,
  }
  return reply.type(failureMediaTypes.scim).send(Buffer.from(JSON.stringify(error)))
}

/** The error handler of routes with a form: a person reads the response, so it is a page or a redirect to one. */
export const replyToForm =
  (form: FormPosts) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    isOwnForm(request)
      ? form.answerProblem(prepareProblem(error, request, reply), request, reply)
      : replyWithProblem(error, request, reply)

/** The problem of an error, logged if it is a server error, with its headers set. */
function prepareProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): Problem {
  const problem = problemOf(error)
  if (problem.status >= 500) request.log.error({ err: error, code: problem.code }, 'request failed')
  const retryAfter = problem.retryAfter ?? (problem.status === 503 ? 5 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (problem.code === 'tooManyRequests') reply.headers(rateHeaders(problem))
  return problem
}

/** The error format of OData (JSON Format 4.01, chapter 21). */
function sendODataError({ code, objects }: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [first, ...others] = objects.map((object) => ({
    code: object.code,
    message: object.detail,
    ...(object.source && { target: Object.values(object.source)[0] }),
  }))
  const innererror = { id: request.id, ...objects[0]?.meta }
  const error = { code, ...first, ...(others.length > 0 && { details: others }), innererror }
  reply.header('odata-version', '4.0').type(`${failureMediaTypes.odata};charset=utf-8`)
  return reply.send(JSON.stringify({ error }))
}

/** The rate limit headers (security B4). */
function rateHeaders({ objects: [first] }: Problem): Record<string, string> {
  const { limit, remaining, reset } = first?.meta ?? {}
  if (limit === undefined) return {}
  return { 'ratelimit-limit': `${limit}`, 'ratelimit-remaining': `${remaining}`, 'ratelimit-reset': `${reset}` }
}

/** SQLSTATE codes of invalid values: encoding, format of a time, character of a JSON text, range of a time and of a number, time zone offset. */
const invalidValueStates: ReadonlySet<string> = new Set(['22021', '22007', '22P05', '22008', '22003', '22009'])

/** Whether the database refuses a value of the request. Of the formats that it refuses (22P02), JSON alone is as the client wrote it. */
const isInvalidValue = ({ code = '', message }: pg.DatabaseError): boolean =>
  invalidValueStates.has(code) || (code === '22P02' && message.includes('type json'))

/** The problem of an error. Unknown errors are `internal`, to be found in the log by request id. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseAway(error)) return new Problem('databaseAway', { retryAfter: 5 })
  const conflict = conflictOf(error)
  if (conflict) return conflict
  if (isRetryable(error)) return new Problem('overloaded', { retryAfter: 1 })
  if (error instanceof pg.DatabaseError && isInvalidValue(error)) return new Problem('malformed')
  const code = frameworkProblem(error)
  return code ? new Problem(code) : new Problem('internal')
}

/** Failures raised by Fastify itself, before the handler. */
function frameworkProblem(error: unknown): ProblemCode | undefined {
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'tooLarge'
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'unsupportedMediaType'
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return 'notFound'
  if (statusCode === 415) return 'unsupportedMediaType'
  if (statusCode === 413) return 'tooLarge'
  return statusCode === 400 ? 'malformed' : undefined
}
