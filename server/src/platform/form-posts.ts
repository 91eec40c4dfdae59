import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from './configuration'
import { cookieName, cookieTerms } from './cookies'
import { Html, html } from './html'
import { isOwnOrigin } from './same-site'

/** The fields of a form as the browser posted them. */
export type FormFields = Readonly<Record<string, string>>

/** How a route answers the HTML form of a page of ours, which the browser itself posted: with a redirect or a page. */
export interface FormPosts {
  /** Answers what went wrong; no browser shows a person anything but this. */
  answerProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

const formMediaType = 'application/x-www-form-urlencoded'

/** The body is an HTML form's. */
const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() === formMediaType

/** The request is a form of ours that the browser itself posted, on a route that answers those ({@link FormPosts}). */
export const isOwnForm = (request: FastifyRequest): boolean =>
  (request.routeOptions.config as { answersForms?: boolean }).answersForms === true && isForm(request)

/** The fields of a form; none when it never came to be read. */
export const fieldsOf = ({ body }: FastifyRequest): FormFields => (body ?? {}) as FormFields

/**
 * Refuses a form that the browser says another site has posted. True when the browser says that it was one of our pages;
 * false when it says nothing, and the form has to prove it by its key ({@link requireFormKey}; security H3).
 */
export function provesOwnPage(request: FastifyRequest, configuration: Configuration): boolean {
  const { origin = 'null', 'sec-fetch-site': site } = request.headers
  // Pages without referrer post with the origin `null`, which says nothing (Fetch, "append a request Origin header").
  const isOurs = origin === 'null' ? undefined : isOwnOrigin(request, configuration, origin)
  const isSame = site === undefined ? undefined : site === 'same-origin'
  if (isOurs === false || isSame === false) throw new Problem('crossSiteRequest')
  return isOurs === true || isSame === true
}

const keyOf = (request: FastifyRequest, configuration: Configuration) => {
  const key = request.cookies[cookieName(configuration, 'lintel-form')]
  return key !== undefined && /^[\w-]{43}$/.test(key) ? key : undefined
}

/** Refuses a form whose key is not that of the cookie: only a page that we sent to this browser can know it (security H3). */
export function requireFormKey(request: FastifyRequest, configuration: Configuration): void {
  const key = keyOf(request, configuration)
  const given = Buffer.from(fieldsOf(request).formKey ?? '')
  const isKnown = key !== undefined && given.length === key.length && timingSafeEqual(given, Buffer.from(key))
  if (!isKnown) throw new Problem('crossSiteRequest')
}

/**
 * The field by which a form proves whose it is, for a browser that will not say so itself; nothing for the others. Gives
 * the browser the cookie that it has to match. `form` is the id of a form that the field does not stand in.
 */
export function formKeyField(
  request: FastifyRequest,
  reply: FastifyReply,
  configuration: Configuration,
  form?: string,
): Html {
  if (request.headers['sec-fetch-site'] !== undefined) return new Html('')
  const key = keyOf(request, configuration) ?? randomBytes(32).toString('base64url')
  const terms = { ...cookieTerms(configuration), sameSite: 'strict' } as const
  reply.setCookie(cookieName(configuration, 'lintel-form'), key, terms)
  return html`<input type="hidden" name="formKey" value="${key}"${form !== undefined && html` form="${form}"`}>`
}
