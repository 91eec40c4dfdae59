import type { ApiScope } from '@lintel/contract/identity/api-tokens'
import type { AnyCall, Method } from '@lintel/contract/jsonapi/call'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import type { Restriction } from '@lintel/contract/people/permissions'
import type { FastifyReply } from 'fastify'
import type { Context } from './context'
import type { FormPosts } from './form-posts'
import type { AddressRateName } from './master-configuration'

/** What can be done with a resource. */
export type Operation = 'list' | 'read' | 'create' | 'update' | 'remove'

/** What a route serves: an operation on a resource, or a call. The API description is made from it. */
export type Subject =
  | { kind: 'resource'; resource: AnyResource; operation: Operation }
  | { kind: 'call'; call: AnyCall }

/** What a route asks for or allows beside its policy. */
export interface RouteTerms {
  /** The route answers people who have to set a password or a second factor first: all of them, or those of one kind. */
  whileRestricted?: boolean | Restriction
  /**
   * Largest body in bytes; default 256 KiB. More than that is an upload: of somebody who is signed in it may come for longer than
   * thirty seconds, as long as it keeps its pace (security H4).
   */
  bodyLimit?: number
  /** The route is answered from cookies: the request must come from our own pages (security H3). */
  sameSiteOnly?: boolean
  /** Nobody has to be signed in, and a bearer that has expired must not stand in the way: it is not looked at. */
  ignoresBearer?: boolean
  /** Asked for by machines and browsers on their own (health, files of the web): no request rate counts it. */
  unmetered?: boolean
  /** The body may be an HTML form's whoever sends it (a token endpoint's, a mailed link's); our own pages' forms are `Route.form`. */
  takesForms?: boolean
  /** The body is bytes of any length up to `bodyLimit`, which the route itself reads as a stream. */
  takesBytes?: boolean
  /** The body is a form with a file (`multipart/form-data`), read whole, which is not larger than `bodyLimit`. */
  takesFiles?: boolean
  /** Asks, always or for some of what is sent, that the person proved who they are within ten minutes (security G9). */
  freshProof?: boolean
  /** An API token of this scope may ask it (contract §6); without it, none may. */
  scope?: ApiScope
  /** A feed token may ask it when this query parameter names the token's customer (security D10); without it, none may. */
  exportedBy?: string
  /** A feed token may ask it when the address itself names the token's customer. */
  exportedByAddress?: true
  /** A feed token may ask it for a project of its customer: the route itself asks whose project it is (`contentStanding`). */
  exportedByProject?: true
  /** Asked by tools that know no exchange of tokens: the secret of a feed token is taken as a bearer, or as the password of Basic. */
  takesFeedSecrets?: true
  /** A feed token is told in `meta` how many projects of its customer the list leaves out. */
  countsOmitted?: boolean
  /** Asked again and again by whoever shows it: a client that names what it was answered last is told when that is still so (304). */
  revalidates?: true
  /** Bucket of the request rate, of an address or a session; default the general one (security B4). */
  rate?: AddressRateName
  /** Who is not signed in may ask it from a browser that the account knows, however the address was spent (security B4). */
  sparesKnownBrowsers?: boolean
}

/** One registered route. Every route has a policy: there is no way to make one without. */
export interface Route {
  method: Method
  url: string
  subject: Subject
  /** True when somebody who is not signed in may get an answer other than 401. */
  anonymous: boolean
  terms: RouteTerms
  /** The route also takes the HTML form of a page of ours, by which the browser itself posts what scripts send as JSON. */
  form?: FormPosts
  /** Asks the policy, runs the function, sends the answer. */
  handle(context: Context, reply: FastifyReply): Promise<unknown>
}

/** A name for a route in tests and in the authorization matrix: `GET /mgw/api/v3/projects/{id}`. */
export const routeName = ({ method, url }: Pick<Route, 'method' | 'url'>) =>
  `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`
