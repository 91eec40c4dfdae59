import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from './configuration'
import { cookieName, cookieOptions } from './cookies'
import { Html, html } from './html'
import { isOwnOrigin } from './same-site'

/** The fields of a posted form. */
export type FormFields = Readonly<Record<string, string>>

/** How a route answers the HTML form of one of our pages, posted by the browser itself: with a redirect or a page. */
export interface FormPosts {
  /** Answers a failure with a page for the person, since no script handles it. */
  answerProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

const formMediaType = 'application/x-www-form-urlencoded'

/** Is the body an HTML form? */
const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() === formMediaType

/** Is the request a form posted by the browser itself, on a route that accepts those ({@link FormPosts})? */
export const isOwnForm = (request: FastifyRequest): boolean =>
  (request.routeOptions.config as { answersForms?: boolean }).answersForms === true && isForm(request)

/** The fields of a form; empty if the body was not read. */
export const fieldsOf = ({ body }: FastifyRequest): FormFields => (body ?? {}) as FormFields

/**
 * Rejects a form posted from another site, by the headers of the browser. True if they prove it is from our page; false
 * without such headers, when the form key must prove it ({@link requireFormKey}; security H3).
 */
export function verifyFormOrigin(request: FastifyRequest, configuration: Configuration): boolean {
  const { origin = 'null', 'sec-fetch-site': site } = request.headers
  // Pages with a no-referrer policy post the origin `null`, which proves nothing (Fetch, "append a request Origin
  // header").
  const isSameOrigin = origin === 'null' ? undefined : isOwnOrigin(request, configuration, origin)
  const isSameSite = site === undefined ? undefined : site === 'same-origin'
  if (isSameOrigin === false || isSameSite === false) throw new Problem('crossSiteRequest')
  return isSameOrigin === true || isSameSite === true
}

const keyOf = (request: FastifyRequest, configuration: Configuration) => {
  const key = request.cookies[cookieName(configuration, 'lintel-form')]
  return key !== undefined && /^[\w-]{43}$/.test(key) ? key : undefined
}

/** Rejects a form whose key differs from that of the cookie: only a page sent to this browser contains it (security H3). */
export function requireFormKey(request: FastifyRequest, configuration: Configuration): void {
  const key = keyOf(request, configuration)
  const posted = Buffer.from(fieldsOf(request).formKey ?? '')
  const matches = key !== undefined && posted.length === key.length && timingSafeEqual(posted, Buffer.from(key))
  if (!matches) throw new Problem('crossSiteRequest')
}

/**
 * Renders the hidden form key and sets its cookie, for browsers that send no `Sec-Fetch-Site`; nothing for the others.
 * `form` is the id of the form if the field is outside it.
 */
export function formKeyField(
  request: FastifyRequest,
  reply: FastifyReply,
  configuration: Configuration,
  form?: string,
): Html {
  if (request.headers['sec-fetch-site'] !== undefined) return new Html('')
  const key = keyOf(request, configuration) ?? randomBytes(32).toString('base64url')
  const options = { ...cookieOptions(configuration), sameSite: 'strict' } as const
  reply.setCookie(cookieName(configuration, 'lintel-form'), key, options)
  return html`<input type="hidden" name="formKey" value="${key}"${form !== undefined && html` form="${form}"`}>`
}
