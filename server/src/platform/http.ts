import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import { servedAddress } from '@lintel/contract/content/addresses'
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
import { appendAudit } from './audit/audit'
import { type Authenticate, bearerOf, feedCredentialOf } from './authenticate'
import { readJsonBodies, refuseEncodedBodies } from './body'
import { type Context, type Origin, type Platform, runChange } from './context'
import { Denials } from './denials'
import { isOwnForm, provesOwnPage, requireFormKey } from './form-posts'
import { setHeaders } from './headers'
import { refuseUnknownHost } from './hosts'
import { LongUploads, type UploadLimits, uploadLimits } from './long-uploads'
import { refuseOtherMediaTypes } from './media-types'
import { admitOtherOrigins } from './other-origins'
import { isEncodedUtf8, parametersOf, parseQuerystring } from './parameters'
import { replyToForm, replyWithProblem } from './problem-reply'
import { loginMethodRequired } from './refusal'
import { refuseBadAddress, refuseNonsense } from './refused-early'
import type { Route } from './route'
import { refuseOtherSites } from './same-site'
import { customerOf } from './scope'

/** Limits of security H4, in bytes and milliseconds. */
const limits = {
  /** Of a body; what a route takes beyond it is an upload, which may come for longer than `request` as long as it keeps its pace. */
  body: 256 * 1024,
  header: 16 * 1024,
  url: 8 * 1024,
  headers: 10_000,
  request: 30_000,
  keepAlive: 10_000,
  /** How often connections are looked for that are over their time: a half-sent body is closed within 35 seconds. */
  checking: 5_000,
}

/** The limits that have to do with time. */
interface TimeLimits {
  /** Milliseconds in which the headers of a request have come, and in which it has come whole. */
  headers: number
  request: number
  /** Milliseconds between two looks at who is over their time. */
  checking: number
  upload: UploadLimits
}

/** Asked for each request before its body is read; throws 429 when the session or the address asks too often. */
export type Admit = (route: Route, request: FastifyRequest, origin: Origin, now: number) => Promise<void> | void

/** What the identity rooms give the server: `openIdentity(platform)` in `identity/identity.ts` makes it. */
export interface Identity {
  authenticate: Authenticate
  admit: Admit
  close(): Promise<void>
}

/** What the HTTP server needs beside its routes. */
export interface HttpParts {
  platform: Platform
  logger: FastifyBaseLogger
  authenticate: Authenticate
  admit: Admit
  routes: readonly Route[]
  /** Other times than those of security H4, where nobody can wait for these. */
  times?: Partial<TimeLimits>
  /** Asked where no route answers: the files of the web. True when it did. */
  otherwise?: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
}

/** The HTTP server with every route registered; not yet listening. */
export async function buildHttp(served: HttpParts): Promise<FastifyInstance> {
  const { platform, logger, routes, otherwise, times } = served
  const { headers, request, checking, upload } = { ...limits, upload: uploadLimits, ...times }
  const uploads = new LongUploads(upload)
  const refuse = refuseNonsense(platform.configuration)
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => uuidv7(),
    bodyLimit: limits.body,
    requestTimeout: request,
    keepAliveTimeout: limits.keepAlive,
    http: {
      maxHeaderSize: limits.header,
      headersTimeout: headers,
      connectionsCheckingInterval: checking,
    },
    rewriteUrl: ({ url = '/' }) => servedAddress(url),
    trustProxy: platform.configuration.trustedProxies.length > 0 ? platform.configuration.trustedProxies : false,
    routerOptions: {
      querystringParser: parseQuerystring,
      maxParamLength: 512,
    },
    exposeHeadRoutes: false,
    frameworkErrors: refuseBadAddress(platform.configuration),
    clientErrorHandler: (error, socket) => {
      const isLate = (error as NodeJS.ErrnoException).code === 'ERR_HTTP_REQUEST_TIMEOUT'
      if (!isLate || !uploads.goesOn(socket, () => refuse(error, socket))) refuse(error, socket)
    },
  })
  app.server.maxConnections = 1_000
  readJsonBodies(app)
  await app.register(cookie)
  setHeaders(app, platform.configuration)
  refuseUnknownHost(app, platform.configuration)
  await admitOtherOrigins(app, platform.configuration)
  refuseEncodedBodies(app)
  app.addHook('onRequest', async (request) => {
    if (request.url.length > limits.url || /%00/.test(request.url) || !isEncodedUtf8(request.url))
      throw new Problem('malformed')
  })
  app.setErrorHandler(replyWithProblem)
  const denials = new Denials(platform)
  for (const route of routes) register(app, route, { denials, uploads, ...served })
  app.setNotFoundHandler(async (request, reply) =>
    (await otherwise?.(request, reply)) ? reply : refuseUnknownRoute(request, reply, routes),
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
  /** Forms of ours that came too often: they are refused when their few fields are read, which the page for the person goes on from. */
  const tooMany = new WeakMap<FastifyRequest, Problem>()
  const admitted = async (request: FastifyRequest, origin: Origin, now: number) => {
    try {
      await admit(route, request, origin, now)
    } catch (error) {
      const isKept = isOwnForm(request) && error instanceof Problem && error.code === 'tooManyRequests'
      if (!isKept) throw error
      tooMany.set(request, error)
    }
  }
  /** When requests with a body came: their bearers had to be valid then, since a long body may outlast one. */
  const arrivals = new WeakMap<FastifyRequest, number>()
  const actorOf = (request: FastifyRequest, now: number) => {
    const terms = { cameAt: arrivals.get(request) ?? now }
    return route.terms.takesFeedSecrets
      ? authenticate(feedCredentialOf(request), now, originOf(request), { ...terms, feedSecrets: true })
      : authenticate(route.terms.ignoresBearer ? undefined : bearerOf(request), now, originOf(request), terms)
  }
  /** Nobody makes the server read and parse what it would refuse in any case (security H4). */
  const refuseBeforeBody = (actor: Actor, request: FastifyRequest) => {
    if (!route.anonymous && !isSignedIn(actor)) throw new Problem('notSignedIn')
    refuseRestricted(actor, route)
    refuseBeyondExports(actor, route, request)
    refuseBeyondScope(actor, route)
  }
  /** A body that a route reads as a stream comes while the route runs: who asks is asked once more when it changes something by it. */
  const changerOf = async (actor: Actor, request: FastifyRequest): Promise<Actor> => {
    if (!route.terms.takesBytes) return actor
    const changer = await actorOf(request, platform.clock())
    refuseBeforeBody(changer, request)
    return changer
  }
  app.route({
    // Not Fastify's own HEAD routes, which read a whole stream to throw it away.
    method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
    url: route.url,
    config: {
      takesForms: route.terms.takesForms === true || route.form !== undefined,
      takesBytes: route.terms.takesBytes === true,
      takesFiles: route.terms.takesFiles === true,
      answersForms: route.form !== undefined,
      ...(route.terms.sameSiteOnly && { cors: false }),
    },
    ...(route.terms.bodyLimit !== undefined && { bodyLimit: route.terms.bodyLimit }),
    ...(route.form && { errorHandler: replyToForm(route.form) }),
    onRequest: async (request) => {
      const origin = originOf(request)
      const now = platform.clock()
      let actor: Actor = anonymous
      try {
        if (isOwnForm(request)) provesOwnPage(request, platform.configuration)
        else if (route.terms.sameSiteOnly) refuseOtherSites(request, platform.configuration)
        if (route.subject.kind === 'resource') refuseOtherMediaTypes(request)
        else if (route.subject.call.bodyMediaType === atomicMediaType) refuseOtherMediaTypes(request, atomicExtension)
        if (!route.terms.unmetered) await admitted(request, origin, now)
        if (hasBody(route)) {
          arrivals.set(request, now)
          actor = await actorOf(request, now)
          refuseBeforeBody(actor, request)
          if (isUpload(route) && isSignedIn(actor)) uploads.expect(request.raw, actor.id)
        }
      } catch (error) {
        await denials.tell({ actor, origin, route, url: request.url, error, now })
        throw error
      }
    },
    onSend: async (request, reply, payload) => (request.method === 'HEAD' ? withoutBody(reply, payload) : payload),
    handler: async (request, reply) => {
      const now = platform.clock()
      const origin = originOf(request)
      // Asked again when the body has come: a session may end while a long one is on its way.
      const actor = await actorOf(request, now)
      try {
        const refused = tooMany.get(request)
        if (refused) throw refused
        if (isOwnForm(request) && !provesOwnPage(request, platform.configuration))
          requireFormKey(request, platform.configuration)
        refuseRestricted(actor, route)
        refuseBeyondExports(actor, route, request)
        refuseBeyondScope(actor, route)
        const context: Context = {
          ...platform,
          actor,
          origin,
          request,
          now,
          change: async (run) => runChange(platform, { ...origin, actor: await changerOf(actor, request) }, run),
          tell: (event) => appendAudit(platform.db, [event], { actor, ...origin, now }),
        }
        return await route.handle(context, reply)
      } catch (error) {
        await denials.tell({ actor, origin, route, url: request.url, error, now })
        throw error
      }
    },
  })
}

const hasBody = ({ method }: Route) => ['POST', 'PUT', 'PATCH'].includes(method)

/** More than fits through a slow line in the time that a request has. */
const isUpload = ({ terms }: Route) => terms.bodyLimit !== undefined && terms.bodyLimit > limits.body

/** What GET would send, as HEAD sends it: a stream is not read, and the length of nothing is said as GET says it. */
function withoutBody(reply: FastifyReply, payload: unknown): unknown {
  if (payload instanceof Readable) {
    payload.destroy()
    return null
  }
  if ((payload === undefined || payload === null) && reply.statusCode !== 204) reply.header('content-length', '0')
  return payload
}

/** People who have to do something first reach what that takes, and nothing else. */
function refuseRestricted(actor: Actor, { terms: { whileRestricted } }: Route): void {
  if (!isSignedIn(actor) || !actor.restriction) return
  if (whileRestricted === true || whileRestricted === actor.restriction) return
  throw new Problem(actor.restriction === 'password' ? 'passwordUpdateRequired' : 'mfaRequired')
}

/**
 * A feed token reads the lists and exports of its one customer, nothing beside them, and changes nothing (security D10); none of
 * them where the customer's login methods ask for another than its maker's.
 */
function refuseBeyondExports(
  actor: Actor,
  { terms: { exportedBy, exportedByAddress, exportedByProject } }: Route,
  request: FastifyRequest,
): void {
  if (!isSignedIn(actor) || actor.exportsOf === undefined) return
  const asked = readParameters(parametersOf(request))
  const named = exportedByAddress ? customerOf(request) : exportedBy && asked.get(exportedBy)
  const isOfCustomer = named !== undefined && named === actor.exportsOf
  if (!(isOfCustomer || exportedByProject) || asked.has('include')) throw new Problem('forbidden')
  const closed = actor.closedCustomers.find(({ customer }) => customer === actor.exportsOf)
  if (closed) throw loginMethodRequired(closed.loginMethods)
}

/** An API token does what one of its scopes names, and nothing else: a route that names none is out of its reach (contract §6). */
function refuseBeyondScope(actor: Actor, { terms: { scope } }: Route): void {
  if (!isSignedIn(actor) || actor.apiToken === undefined) return
  if (scope === undefined) throw new Problem('forbidden', { detail: 'This cannot be done with an API token' })
  if (actor.apiToken.scopes.includes(scope)) return
  throw new Problem('forbidden', { detail: `The API token does not have the scope ${scope}` })
}

const originOf = (request: FastifyRequest): Origin => ({
  requestId: request.id,
  // A header that no proxy should have let through is no address (security B6).
  ip: isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? ''),
  userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
})

/** 405 with the methods that are known where the address exists, 501 for what RFC 7644 (3.7, 3.11) names and is not offered, else 404. */
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
