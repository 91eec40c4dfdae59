import { type Actor, isSignedIn, type Person } from '@lintel/contract/people/permissions'
import { type ScimList, type ScimListQuery, scimBodyLimit, scimMaxPageSize } from '@lintel/contract/people/scim'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Change, Context } from '../../platform/context'
import { isNotModified, listsTag } from '../../platform/entity-tags'
import type { PersonGates } from '../../platform/person-gates'
import type { RouteTerms } from '../../platform/route'
import { attributePath, type Filter, parseFilter } from './scim-filter'
import type { Document, PatchOperation } from './scim-patch'
import { scimProblem } from './scim-problem'

export interface CustomerInput {
  parameters: { customer: string }
}
export interface ResourceInput {
  parameters: { customer: string; id: string }
}

/** A directory authenticates with an API token of its own customer; sessions are not accepted. */
function may(actor: Actor, { parameters: { customer } }: CustomerInput): boolean {
  if (!isSignedIn(actor) || !actor.apiToken?.scopes.includes('scim')) return false
  if (actor.apiToken.customer !== customer) throw new Problem('notFound')
  return true
}

/** The authorization of all routes: who may call them, and the token scope. */
export const routeTerms = { may, scope: 'scim', apiTokensOnly: true } as const satisfies RouteTerms & { may: unknown }
/** The same for routes with a request body. */
export const bodyRouteTerms = { ...routeTerms, bodyLimit: scimBodyLimit }
/** The same for routes of one user or group. */
export const resourceTerms = { ...routeTerms, versioned: true } as const
/** The same for routes of one user or group with a request body. */
export const resourceBodyTerms = { ...bodyRouteTerms, versioned: true } as const

/**
 * How many list requests of users, and of groups, of one API token run at once, like reads of tables (security I6). Directories look up
 * several people together, so that further ones wait instead of being refused.
 */
export const searchLimits = { running: 2, waiting: 32, waitMs: 30_000 }

/** Runs a list request when its API token has a free slot. Throws 503 `overloaded` if too many of that token wait, or wait too long. */
export const withSearchSlot = <T>(searches: PersonGates, context: Context, search: () => Promise<T>): Promise<T> =>
  searches.run(tokenIdOf(context), search)

/** SCIM routes are only reached with an API token, as `may` ensures; its session is the token itself. */
const tokenIdOf = ({ actor }: Context): string => (isSignedIn(actor) ? actor.sessionId : '')

/** SCIM routes are only reached by a person, as `may` ensures. */
export const asPerson = (change: Change<Actor>) => change as Change<Person>

/** The base URL of the customer's SCIM service. */
export const rootUrl = ({ configuration }: Context, { parameters: { customer } }: CustomerInput) =>
  `${configuration.publicUrl.replace(/\/$/, '')}/scim/${customer}/v2`

/** A list response (RFC 7644, 3.4.2). */
export const listResponse = (resources: Document[]): ScimList => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  itemsPerPage: resources.length,
  startIndex: 1,
  Resources: resources,
})

/** The criteria of a list; `offset` and `limit` count rows, `sortBy` is the path of an attribute. */
export interface ListCriteria {
  filter: Filter | undefined
  sortBy: string
  isDescending: boolean
  offset: number
  limit: number
}

/** Parses the criteria of a list request: `startIndex` starts at 1, `count` may be 0. */
export const toListCriteria = ({
  filter,
  sortBy,
  sortOrder,
  startIndex = 1,
  count = 100,
}: ScimListQuery): ListCriteria => ({
  filter: filter === undefined ? undefined : parseFilter(filter),
  sortBy: sortBy === undefined ? 'id' : attributePath(sortBy),
  isDescending: sortOrder?.toLowerCase() === 'descending',
  offset: Math.max(startIndex, 1) - 1,
  limit: Math.min(Math.max(count, 0), scimMaxPageSize),
})

/** The query of a POST to `.search` (RFC 7644, 3.4.3). */
export function searchQuery<Query>({ schemas, query }: { schemas?: string[] | undefined; query: Query }): Query {
  assertSchema('urn:ietf:params:scim:api:messages:2.0:SearchRequest', schemas)
  return query
}

/** The operations of a PATCH, at most `maxOperations`. Throws for a body of another schema. */
export function patchOperations(
  { schemas, operations }: { schemas?: string[] | undefined; operations: readonly PatchOperation[] },
  maxOperations: number,
): readonly PatchOperation[] {
  assertSchema('urn:ietf:params:scim:api:messages:2.0:PatchOp', schemas)
  if (operations.length > maxOperations)
    throw new Problem('tooLarge', { detail: `At most ${maxOperations} operations` })
  return operations
}

/** Throws `invalidSyntax` for a body of another schema; a body without `schemas` is accepted. */
export function assertSchema(schema: string, schemas: unknown): void {
  if (schemas === undefined || schemas === null) return
  const named = [schemas].flat()
  const isNamed = named.some((one) => typeof one === 'string' && one.toLowerCase() === schema.toLowerCase())
  if (!isNamed) throw scimProblem('invalidSyntax', `The body is of the schema ${named.join(', ')}, and not ${schema}`)
}

/**
 * Throws 412 `stale` if `If-Match` is set and does not contain the ETag of the resource. `toCompared` reduces the tags of the header to what
 * changes compare.
 */
export function assertIfMatch(
  { request }: Context,
  { etag }: { etag: string },
  toCompared = (tags: string) => tags,
): void {
  const header = request.headers['if-match']
  if (header !== undefined && !listsTag(toCompared(header), etag)) throw new Problem('stale', { header: 'If-Match' })
}

/** Sets `ETag` and `Content-Location`. Replies 304 and returns true if a read has an `If-None-Match` that contains the ETag. */
export async function sendIfNotModified(
  { request }: Context,
  reply: FastifyReply,
  { etag }: { etag: string },
  address: string,
): Promise<boolean> {
  reply.headers({ etag, 'content-location': address })
  if (!isNotModified(request, etag)) return false
  await reply.code(304).send()
  return true
}
