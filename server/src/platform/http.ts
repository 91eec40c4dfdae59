import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import { canonicalAddress } from '@lintel/contract/content/canonical-address'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { atomicExtension, atomicMediaType } from '@lintel/contract/jsonapi/operations'
import { readParameters } from '@lintel/contract/jsonapi/query'
import { type Actor, anonymous, isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { uuidv7 } from 'uuidv7'
import { refuseBeyondScope } from './api-token-scope'
import { appendAudit } from './audit/audit'
import { type Authenticate, bearerOf, feedCredentialOf } from './authenticate'
import { readJsonBodies, refuseEncodedBodies } from './body'
import { type Context, type Origin, type Platform, runChange } from './context'
import { registerCors } from './cors'
import { Denials } from './denials'
import { createClientErrorHandler, createFrameworkErrorHandler } from './early-error-handlers'
import { isOwnForm, requireFormKey, verifyFormOrigin } from './form-posts'
import { setHeaders } from './headers'
import { refuseUnknownHost } from './hosts'
import { LongUploads, type UploadLimits, uploadLimits } from './long-uploads'
import { refuseOtherMediaTypes } from './media-types'
import { isEncodedUtf8, parametersOf, parseQuerystring } from './parameters'
import { customerOf } from './path-scope'
import { replyToForm, replyWithProblem } from './problem-reply'
import { isIdentityPath } from './problem-reply-format'
import { loginMethodRequired, refusal } from './refusal'
import type { Route } from './route'
import { refuseCrossSiteRequests } from './same-site'
import { endWithAccess, hasLostRole } from './streamed-replies'

/** Limits (security H4), in bytes and milliseconds. */
export const httpLimits = {
  /**
   * Of a body. A larger `bodyLimit` of a route makes it an upload, which may take longer than `request` while it is
   * fast enough.
   */
  body: 256 * 1024,
  /** Of a body of the sign-in calls, unless a route needs more. */
  identityBody: 8 * 1024,
  header: 16 * 1024,
  url: 8 * 1024,
  headers: 10_000,
  request: 30_000,
  keepAlive: 10_000,
  /** Interval of timeout checks: an incomplete request is closed within 35 seconds. */
  timeoutCheckInterval: 5_000,
}

/**
 * Maximum time between the authentication of a request and the begin of a change, in milliseconds: the age up to which sessions
 * are cached (security D5).
 */
const maxAuthenticationAgeMs = 1_000

/** The timing limits, which tests shorten. */
interface TimeLimits {
  /** Timeouts of the headers and of the whole request, in milliseconds. */
  headers: number
  request: number
  /** Interval of timeout checks, in milliseconds. */
  timeoutCheckInterval: number
  upload: UploadLimits
}

/** Called for each request before its body is read; throws 429 when the session or the address exceeds its rate. */
export type Admit = (route: Route, request: FastifyRequest, origin: Origin, now: number) => Promise<void> | void

/** What the identity modules provide; created by `openIdentity` in `identity/identity.ts`. */
export interface Identity {
  authenticate: Authenticate
  admit: Admit
  close(): Promise<void>
}

/** The dependencies of the HTTP server. */
export interface HttpParts {
  platform: Platform
  logger: FastifyBaseLogger
  authenticate: Authenticate
  admit: Admit
  routes: readonly Route[]
  /** Timing limits other than those of security H4, for tests. */
  times?: Partial<TimeLimits>
  /** Handles requests without a route (the web application); true if it answered. */
  fallback?: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
}

/** Builds the HTTP server with every route registered; not yet listening. */
export async function buildHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { platform, logger, routes, fallback, times } = parts
  const { headers, request, timeoutCheckInterval, upload } = { ...httpLimits, upload: uploadLimits, ...times }
  const uploads = new LongUploads(upload)
  const refuse = createClientErrorHandler(platform.configuration)
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => uuidv7(),
    bodyLimit: httpLimits.body,
    requestTimeout: request,
    keepAliveTimeout: httpLimits.keepAlive,
    http: {
      maxHeaderSize: httpLimits.header,
      headersTimeout: headers,
      connectionsCheckingInterval: timeoutCheckInterval,
    },
    rewriteUrl: ({ url = '/' }) => canonicalAddress(url),
    trustProxy: platform.configuration.trustedProxies.length > 0 ? platform.configuration.trustedProxies : false,
    routerOptions: {
      querystringParser: parseQuerystring,
      maxParamLength: 512,
    },
    exposeHeadRoutes: false,
    frameworkErrors: createFrameworkErrorHandler(platform.configuration),
    clientErrorHandler: (error, socket) => {
      const isLate = (error as NodeJS.ErrnoException).code === 'ERR_HTTP_REQUEST_TIMEOUT'
      if (!isLate || !uploads.continues(socket, () => refuse(error, socket))) refuse(error, socket)
    },
  })
  app.server.maxConnections = 1_000
  readJsonBodies(app)
  await app.register(cookie)
  setHeaders(app, platform.configuration)
  refuseUnknownHost(app, platform.configuration)
  await registerCors(app, platform.configuration)
  refuseEncodedBodies(app)
  app.addHook('onRequest', async (request) => {
    if (request.url.length > httpLimits.url || /%00/.test(request.url) || !isEncodedUtf8(request.url))
      throw new Problem('malformed')
  })
  app.setErrorHandler(replyWithProblem)
  const denials = new Denials(platform)
  for (const route of routes) register(app, route, { denials, uploads, ...parts })
  app.setNotFoundHandler(async (request, reply) =>
    (await fallback?.(request, reply)) ? reply : refuseUnknownRoute(request, reply, routes),
  )
  return app
}

function register(
  app: FastifyInstance,
  route: Route,
  {
    platform,
    authenticate,
    admit,
    denials,
    uploads,
  }: Pick<HttpParts, 'platform' | 'authenticate' | 'admit'> & { denials: Denials; uploads: LongUploads },
) {
  /** Form posts over the rate limit. They are rejected after their fields are read, which the error page needs. */
  const overRate = new WeakMap<FastifyRequest, Problem>()
  const checkRate = async (request: FastifyRequest, origin: Origin, now: number) => {
    try {
      await admit(route, request, origin, now)
    } catch (error) {
      const isDeferred = isOwnForm(request) && error instanceof Problem && error.code === 'tooManyRequests'
      if (!isDeferred) throw error
      overRate.set(request, error)
    }
  }
  /** Arrival times of requests with a body: a long upload may outlast its bearer, which must have been valid then. */
  const arrivals = new WeakMap<FastifyRequest, number>()
  const actorOf = (request: FastifyRequest, now: number, startedAt = now, isUse = true) => {
    const terms = { receivedAt: arrivals.get(request) ?? startedAt, isUse }
    return route.terms.acceptsFeedSecrets
      ? authenticate(feedCredentialOf(request), now, originOf(request), { ...terms, feedSecrets: true })
      : authenticate(route.terms.ignoresBearer ? undefined : bearerOf(request), now, originOf(request), terms)
  }
  /** Rejects before the body is read what would be rejected anyway (security H4). */
  const refuseBeforeBody = (actor: Actor, request: FastifyRequest) => {
    if (!route.anonymous && !isSignedIn(actor)) throw new Problem('notSignedIn')
    refuseRestricted(actor, route)
    refuseBeyondExports(actor, route, request)
    refuseBeyondScope(actor, route.terms.scope)
  }
  /** Who gets the reply of a request, and when the request began. */
  const readers = new WeakMap<FastifyRequest, { actor: Actor; startedAt: number }>()
  /** The current actor of a request that began at `startedAt`; throws if the request would now be refused. */
  const authenticateAgain = async (request: FastifyRequest, startedAt: number, isUse: boolean): Promise<Actor> => {
    const current = await actorOf(request, platform.clock(), startedAt, isUse)
    refuseBeforeBody(current, request)
    return current
  }
  /**
   * The actor of an attempt of a change: authenticated again where the handler has streamed the body, or has run (it called a
   * provider, rewrote an image) or waited for a lock for longer than a second. The session may have ended meanwhile, or the actor
   * may have lost a role with which the policy was checked.
   */
  const authenticateChange = async (actor: Actor, request: FastifyRequest, startedAt: number): Promise<Actor> => {
    const now = platform.clock()
    if (!route.terms.acceptsBytes && now - startedAt <= maxAuthenticationAgeMs) return actor
    const current = await authenticateAgain(request, startedAt, true)
    const mayStill = (as: Actor) => !hasLostRole(actor, as)
    if (!mayStill(current)) throw refusal(current, mayStill)
    return current
  }
  app.route({
    // Not Fastify's HEAD routes, which read a whole stream and discard it.
    method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
    url: route.url,
    config: {
      acceptsForms: route.terms.acceptsForms === true || route.form !== undefined,
      acceptsBytes: route.terms.acceptsBytes === true,
      acceptsFiles: route.terms.acceptsFiles === true,
      answersForms: route.form !== undefined,
      ...(route.terms.sameSiteOnly && { cors: false }),
    },
    bodyLimit: bodyLimitOf(route),
    ...(route.form && { errorHandler: replyToForm(route.form) }),
    onRequest: async (request) => {
      const origin = originOf(request)
      const now = platform.clock()
      let actor: Actor = anonymous
      try {
        if (isOwnForm(request)) verifyFormOrigin(request, platform.configuration)
        else if (route.terms.sameSiteOnly) refuseCrossSiteRequests(request, platform.configuration)
        const answered = route.subject.kind === 'resource' ? jsonApiMediaType : route.subject.call.mediaType
        if (answered === jsonApiMediaType) refuseOtherMediaTypes(request)
        else if (answered === atomicMediaType) refuseOtherMediaTypes(request, atomicExtension)
        if (!route.terms.unmetered) await checkRate(request, origin, now)
        if (hasBody(route)) {
          arrivals.set(request, now)
          actor = await actorOf(request, now)
          refuseBeforeBody(actor, request)
          if (isUpload(route) && isSignedIn(actor)) uploads.expect(request.raw, actor.id)
        }
      } catch (error) {
        await denials.record({ actor, origin, route, url: request.url, error, now })
        throw error
      }
    },
    onSend: async (request, reply, payload) => {
      if (request.method === 'HEAD') return withoutBody(reply, payload)
      const reader = readers.get(request)
      // Streams of changes check their readers themselves, many in one statement.
      const isLive = String(reply.getHeader('content-type')).startsWith('text/event-stream')
      if (reader && payload instanceof Readable && !isLive)
        endWithAccess(payload, reader.actor, () => authenticateAgain(request, reader.startedAt, false))
      return payload
    },
    handler: async (request, reply) => {
      const now = platform.clock()
      const origin = originOf(request)
      // Authenticate again after the body: the session may have ended during a long upload.
      const actor = await actorOf(request, now)
      try {
        const problem = overRate.get(request)
        if (problem) throw problem
        if (isOwnForm(request) && !verifyFormOrigin(request, platform.configuration))
          requireFormKey(request, platform.configuration)
        refuseRestricted(actor, route)
        refuseBeyondExports(actor, route, request)
        refuseBeyondScope(actor, route.terms.scope)
        const context: Context = {
          ...platform,
          actor,
          origin,
          request,
          now,
          change: (run) =>
            runChange(platform, async () => ({ ...origin, actor: await authenticateChange(actor, request, now) }), run),
          recordAudit: (event) => appendAudit(platform.db, [event], { actor, ...origin, now }),
        }
        readers.set(request, { actor, startedAt: now })
        return await route.handle(context, reply)
      } catch (error) {
        await denials.record({ actor, origin, route, url: request.url, error, now })
        throw error
      }
    },
  })
}

const hasBody = ({ method }: Route) => ['POST', 'PUT', 'PATCH'].includes(method)

/** Maximum body size of a route, in bytes (security H4). */
export const bodyLimitOf = ({ url, terms }: Pick<Route, 'url' | 'terms'>): number =>
  terms.bodyLimit ?? (isIdentityPath(url) ? httpLimits.identityBody : httpLimits.body)

/** Is the body limit larger than a slow connection can send within the request timeout? */
const isUpload = (route: Route) => bodyLimitOf(route) > httpLimits.body

/** Turns the response to GET into that to HEAD: streams are not read, and an empty body has the same length header, except of a 304. */
function withoutBody(reply: FastifyReply, payload: unknown): unknown {
  if (payload instanceof Readable) {
    // The body of a bucket's response fails when it is destroyed unread.
    payload.on('error', () => undefined).destroy()
    return null
  }
  const isEmpty = payload === undefined || payload === null
  if (isEmpty && reply.statusCode !== 204 && reply.statusCode !== 304) reply.header('content-length', '0')
  return payload
}

/** Persons who must first set a password or a second factor reach only the routes for that. */
function refuseRestricted(actor: Actor, { terms: { whileRestricted } }: Route): void {
  if (!isSignedIn(actor) || !actor.restriction) return
  if (whileRestricted === true || whileRestricted === actor.restriction) return
  throw new Problem(actor.restriction === 'password' ? 'passwordUpdateRequired' : 'mfaRequired')
}

/**
 * A feed token reads only the lists and exports of its customer (security D10), and none if the login methods of the
 * customer exclude that of its owner.
 */
function refuseBeyondExports(
  actor: Actor,
  { terms: { exportedBy, exportedByDefault, exportedByAddress, exportedByProject } }: Route,
  request: FastifyRequest,
): void {
  if (!isSignedIn(actor) || actor.feedCustomer === undefined) return
  const parameters = readParameters(parametersOf(request))
  const given = exportedByAddress ? customerOf(request) : exportedBy && parameters.get(exportedBy)
  const named = given ?? (exportedByDefault ? actor.feedCustomer : undefined)
  const isOfCustomer = named !== undefined && named === actor.feedCustomer
  if (!(isOfCustomer || exportedByProject) || parameters.has('include')) throw new Problem('forbidden')
  const closed = actor.closedCustomers.find(({ customer }) => customer === actor.feedCustomer)
  if (closed) throw loginMethodRequired(closed.loginMethods)
}

const originOf = (request: FastifyRequest): Origin => ({
  requestId: request.id,
  // An invalid value of a forwarded header is not an address (security B6).
  ip: isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? ''),
  userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
})

/** 405 with the allowed methods if the path exists, 501 for what RFC 7644 (3.7, 3.11) defines and we do not offer, else 404. */
function refuseUnknownRoute(request: FastifyRequest, reply: FastifyReply, routes: readonly Route[]) {
  const path = request.url.split('?')[0] ?? ''
  const matching = routes.filter(({ url }) => patternOf(url).test(path))
  const known = new Set(matching.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))
  const isUnoffered = /^\/scim\/[^/]+\/v2\/(?:Me|Bulk)$/.test(path)
  if (known.size === 0)
    return replyWithProblem(new Problem(isUnoffered ? 'notImplemented' : 'notFound'), request, reply)
  return replyWithProblem(new Problem('methodNotAllowed'), request, reply.header('allow', [...known].join(', ')))
}

const patterns = new Map<string, RegExp>()

function patternOf(url: string): RegExp {
  const made = patterns.get(url) ?? new RegExp(`^${url.replaceAll(/[.+*$]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`)
  patterns.set(url, made)
  return made
}
