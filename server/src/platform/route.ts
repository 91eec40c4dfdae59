import type { ApiScope } from '@lintel/contract/identity/api-tokens'
import type { AnyCall, Method } from '@lintel/contract/jsonapi/call'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import type { Restriction } from '@lintel/contract/people/permissions'
import type { FastifyReply } from 'fastify'
import type { Context } from './context'
import type { FormPosts } from './form-posts'
import type { CallerRateName } from './master-configuration'

/** The operations of a resource. */
export type Operation = 'list' | 'read' | 'create' | 'update' | 'remove'

/** What a route serves: an operation of a resource, or a call. Basis of the API description. */
export type Subject =
  | { kind: 'resource'; resource: AnyResource; operation: Operation }
  | { kind: 'call'; call: AnyCall }

/** Options of a route besides its policy. */
export interface RouteTerms {
  /** Available to persons who must first set a password or a second factor: all of them, or one kind. */
  whileRestricted?: boolean | Restriction
  /**
   * Maximum body size in bytes; default 256 KiB, for sign-in calls 8 KiB. One beyond 256 KiB is an upload, which may
   * take a signed-in person longer than thirty seconds while it is fast enough (security H4).
   */
  bodyLimit?: number
  /** Uses cookies, so the request must come from our own pages (security H3). */
  sameSiteOnly?: boolean
  /** Does not evaluate the bearer, so that an expired one is no obstacle. */
  ignoresBearer?: boolean
  /** Exempt from rate limits: requested automatically (health checks, files of the web application). */
  unmetered?: boolean
  /** Accepts HTML forms from anywhere (a token endpoint, a link in a mail); for forms of our own pages see `Route.form`. */
  acceptsForms?: boolean
  /** Accepts bytes up to `bodyLimit`, which the handler reads as a stream. */
  acceptsBytes?: boolean
  /** Accepts a multipart form with a file, buffered up to `bodyLimit`. */
  acceptsFiles?: boolean
  /** Requires a proof of identity within ten minutes, always or for some inputs (security G9). */
  freshProof?: boolean
  /** The scope that allows API tokens to use it (contract §6); without it, none may. */
  scope?: ApiScope
  /** The query parameter that must name the customer of a feed token (security D10); without it, none may use the route. */
  exportedBy?: string
  /** Without that parameter, the route exports the customer of the token. */
  exportedByDefault?: true
  /** Available to feed tokens, if the path names their customer. */
  exportedByAddress?: true
  /** Available to feed tokens for projects of their customer, which the handler itself checks. */
  exportedByProject?: true
  /** For tools without token exchange: accepts the secret of a feed token as bearer, or as password of Basic. */
  acceptsFeedSecrets?: true
  /** Reports to feed tokens in `meta` how many projects of their customer the list omits. */
  countsOmitted?: boolean
  /** Removes a record only if nothing was added to it, where the request asks for that (`onlyIfUnused`). */
  removesUnused?: true
  /** Available to API tokens alone, as its policy ensures. */
  apiTokensOnly?: true
  /**
   * Serves one resource, with its version as ETag: reads support `If-None-Match`, changes, and reads that can be `stale`,
   * `If-Match`, and a creation sends its `Location`.
   */
  versioned?: true
  /** Requested repeatedly: supports `If-None-Match`, answered with 304 while unchanged. */
  revalidates?: true
  /** The rate limit of the route; default the general one (security B4). */
  rate?: CallerRateName
  /**
   * Anonymous requests from a browser known to the account are exempt from an exhausted rate limit of the address
   * (security B4).
   */
  sparesKnownBrowsers?: boolean
}

/** A registered route, always with a policy. */
export interface Route {
  method: Method
  url: string
  subject: Subject
  /** True if anonymous requests may get a response other than 401. */
  anonymous: boolean
  terms: RouteTerms
  /** Also accepts the HTML form of one of our pages, in place of JSON. */
  form?: FormPosts
  /** Checks the policy, runs the handler and sends the response. */
  handle(context: Context, reply: FastifyReply): Promise<unknown>
}

/** The name of a route in tests and in the authorization matrix: `GET /mgw/api/v3/projects/{id}`. */
export const routeName = ({ method, url }: Pick<Route, 'method' | 'url'>) =>
  `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`
