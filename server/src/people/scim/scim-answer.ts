import { type Actor, isSignedIn, type Person } from '@lintel/contract/people/permissions'
import { type ScimList, type ScimListQuery, scimBodyLimit, scimLargestPage } from '@lintel/contract/people/scim'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Change, Context } from '../../platform/context'
import type { RouteTerms } from '../../platform/route'
import { attributePath, type Filter, readFilter } from './scim-filter'
import type { Document, PatchOperation } from './scim-patch'
import { refused } from './scim-problem'

export interface OfCustomer {
  parameters: { customer: string }
}
export interface OfOne {
  parameters: { customer: string; id: string }
}

/** A directory comes with an API token of its own customer; nobody signs in to this. */
function may(actor: Actor, { parameters: { customer } }: OfCustomer): boolean {
  if (!isSignedIn(actor) || !actor.apiToken?.scopes.includes('scim')) return false
  if (actor.apiToken.customer !== customer) throw new Problem('notFound')
  return true
}

/** Who may ask, and by which token. */
export const terms = { may, scope: 'scim' } as const satisfies RouteTerms & { may: unknown }
export const writing = { ...terms, bodyLimit: scimBodyLimit }

/** A route of this interface is reached by a person alone: `may` says so. */
export const asPerson = (change: Change<Actor>) => change as Change<Person>

/** The address of the customer's directory. */
export const rootOf = ({ configuration }: Context, { parameters: { customer } }: OfCustomer) =>
  `${configuration.publicUrl.replace(/\/$/, '')}/scim/${customer}/v2`

/** Resources as a list (RFC 7644, 3.4.2). */
export const listOf = (resources: Document[]): ScimList => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  itemsPerPage: resources.length,
  startIndex: 1,
  Resources: resources,
})

/** Which resources of a list are wanted, and in which order; `offset` and `limit` in rows, `sortBy` the path of an attribute. */
export interface ListWanted {
  filter: Filter | undefined
  sortBy: string
  isDescending: boolean
  offset: number
  limit: number
}

/** Which part of a list is asked for: `startIndex` counts from one, `count` may be nought. */
export const partOf = ({ filter, sortBy, sortOrder, startIndex = 1, count = 100 }: ScimListQuery): ListWanted => ({
  filter: filter === undefined ? undefined : readFilter(filter),
  sortBy: sortBy === undefined ? 'id' : attributePath(sortBy),
  isDescending: sortOrder?.toLowerCase() === 'descending',
  offset: Math.max(startIndex, 1) - 1,
  limit: Math.min(Math.max(count, 0), scimLargestPage),
})

/** What is asked of a list by a POST to `.search` (RFC 7644, 3.4.3). */
export function searchedIn<Query>({ schemas, query }: { schemas?: string[] | undefined; query: Query }): Query {
  mustSay('urn:ietf:params:scim:api:messages:2.0:SearchRequest', schemas)
  return query
}

/** The operations of a PATCH, no more than `most`. A body that says it is something else is refused. */
export function operationsIn(
  { schemas, operations }: { schemas?: string[] | undefined; operations: readonly PatchOperation[] },
  most: number,
): readonly PatchOperation[] {
  mustSay('urn:ietf:params:scim:api:messages:2.0:PatchOp', schemas)
  if (operations.length > most) throw new Problem('tooLarge', { detail: `At most ${most} operations` })
  return operations
}

/** A body of another schema is refused; one that says none is taken as what it was sent as. */
export function mustSay(schema: string, schemas: unknown): void {
  if (schemas === undefined || schemas === null) return
  const named = [schemas].flat()
  const isNamed = named.some((one) => typeof one === 'string' && one.toLowerCase() === schema.toLowerCase())
  if (!isNamed) throw refused('invalidSyntax', `The body is of the schema ${named.join(', ')}, and not ${schema}`)
}

/** The resource's version as the client knows it. */
export const etagOf = ({ version }: { version: number }) => `W/"${version}"`

/** True where a header names this version: strong or weak is the same here. */
const names = (header: string, version: number) =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${version}"`)

/** The version that the client saw, where it says one: 412 where it is not this. */
export function refuseStale({ request }: Context, { version }: { version: number }): void {
  const seen = request.headers['if-match']
  if (seen !== undefined && !names(seen, version)) throw new Problem('stale', { header: 'If-Match', meta: { version } })
}

/** Says the version and the address of what is sent; true where the client has it already (`If-None-Match`), who is answered 304 then. */
export async function isNotModified(
  { request }: Context,
  reply: FastifyReply,
  row: { version: number },
  address: string,
): Promise<boolean> {
  reply.headers({ etag: etagOf(row), 'content-location': address })
  const seen = request.headers['if-none-match']
  if (request.method !== 'GET' || seen === undefined || !names(seen, row.version)) return false
  await reply.code(304).send()
  return true
}
