import { z } from 'zod'
import { call } from '../jsonapi/call'

/** Media type of SCIM 2.0 (RFC 7644, 3.1); `application/json` is taken as well. */
export const scimMediaType = 'application/scim+json'

/** Most resources in one answer (RFC 7644, 3.4.2.4: a server may send fewer than `count`). */
export const scimLargestPage = 200

/** Longest body in bytes: a group's ten thousand members with what clients write beside their ids. */
export const scimBodyLimit = 2 * 1024 * 1024

/** Most operations in one PATCH: clients that name each member who leaves write one for each. */
export const scimMostOperations = 10_000

const customer = z.string().max(254)
const id = z.string().max(254)

/** A resource as JSON; its schema is RFC 7643's, which the server reads by its own tables. */
const resource = z.record(z.string(), z.unknown())

/** What is asked of a list; clients write more parameters than the RFC names, which are passed over. */
const listQuery = z.object({
  filter: z.string().max(8_000).optional(),
  sortBy: z.string().max(200).optional(),
  sortOrder: z.string().max(20).optional(),
  startIndex: z.coerce.number().int().optional(),
  count: z.coerce.number().int().optional(),
  attributes: z.string().max(2_000).optional(),
  excludedAttributes: z.string().max(2_000).optional(),
})

/** An object whose names a client may write in any case (RFC 7643, 2.1): in lower case. */
const inLowerCase = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]))
    : body

const names = z.array(z.string().max(254)).max(100).nullish()

/** The same in the body of a POST to `.search` (RFC 7644, 3.4.3), where filters may be too long or too personal for an address. */
const searchRequest = z.preprocess(
  inLowerCase,
  z
    .object({
      schemas: z.array(z.string()).optional(),
      attributes: names,
      excludedattributes: names,
      filter: z.string().max(8_000).nullish(),
      sortby: z.string().max(200).nullish(),
      sortorder: z.string().max(20).nullish(),
      startindex: z.number().int().nullish(),
      count: z.number().int().nullish(),
    })
    .transform(({ schemas, filter, count, ...body }) => ({
      schemas,
      query: {
        filter: filter ?? undefined,
        sortBy: body.sortby ?? undefined,
        sortOrder: body.sortorder ?? undefined,
        startIndex: body.startindex ?? undefined,
        count: count ?? undefined,
        attributes: body.attributes?.join(),
        excludedAttributes: body.excludedattributes?.join(),
      } satisfies z.output<typeof listQuery>,
    })),
)

export type ScimListQuery = z.output<typeof listQuery>

const shownQuery = listQuery.pick({ attributes: true, excludedAttributes: true })

export type ScimShown = z.output<typeof shownQuery>

const listResponse = z.object({
  schemas: z.array(z.string()),
  totalResults: z.int(),
  itemsPerPage: z.int(),
  startIndex: z.int(),
  Resources: z.array(resource),
})

export type ScimList = z.output<typeof listResponse>

/** The body of a PATCH: clients write the names of its parts in different cases. */
export const scimPatch = z.preprocess(
  inLowerCase,
  z.object({
    schemas: z.array(z.string()).optional(),
    operations: z
      .array(
        z.preprocess(
          inLowerCase,
          z.object({ op: z.string().max(20), path: z.string().max(5_000).nullish(), value: z.unknown().optional() }),
        ),
      )
      .min(1),
  }),
)

const root = '/scim/{customer}/v2'
const scim = { mediaType: scimMediaType, bodyMediaType: scimMediaType }
const ofCustomer = { parameters: z.object({ customer }), ...scim }
const one = { parameters: z.object({ customer, id }), ...scim }

export const readServiceProviderConfig = call({
  ...{ method: 'GET', path: `${root}/ServiceProviderConfig`, summary: 'What this SCIM service can do (RFC 7643, 5)' },
  ...ofCustomer,
  query: listQuery,
  answer: resource,
})

export const listScimResourceTypes = call({
  ...{ method: 'GET', path: `${root}/ResourceTypes`, summary: 'Types of SCIM resources (RFC 7643, 6)' },
  ...ofCustomer,
  query: listQuery,
  answer: listResponse,
})

export const readScimResourceType = call({
  ...{ method: 'GET', path: `${root}/ResourceTypes/{id}`, summary: 'A type of SCIM resources' },
  ...one,
  answer: resource,
  problems: ['notFound'],
})

export const listScimSchemas = call({
  ...{ method: 'GET', path: `${root}/Schemas`, summary: 'Schemas of SCIM resources (RFC 7643, 7)' },
  ...ofCustomer,
  query: listQuery,
  answer: listResponse,
})

export const readScimSchema = call({
  ...{ method: 'GET', path: `${root}/Schemas/{id}`, summary: 'A schema of SCIM resources' },
  ...one,
  answer: resource,
  problems: ['notFound'],
})

export const listScimUsers = call({
  ...{ method: 'GET', path: `${root}/Users`, summary: 'People of the customer’s directory (SCIM 2.0)' },
  ...ofCustomer,
  query: listQuery,
  answer: listResponse,
})

export const searchScimUsers = call({
  ...{
    method: 'POST',
    path: `${root}/Users/.search`,
    summary: 'Search the people of the customer’s directory (SCIM 2.0)',
  },
  ...ofCustomer,
  body: searchRequest,
  answer: listResponse,
})

export const createScimUser = call({
  ...{ method: 'POST', path: `${root}/Users`, summary: 'Add somebody of the directory (SCIM 2.0)' },
  ...ofCustomer,
  query: shownQuery,
  body: resource,
  answer: resource,
  status: 201,
  problems: ['conflict'],
})

export const readScimUser = call({
  ...{ method: 'GET', path: `${root}/Users/{id}`, summary: 'Somebody of the directory (SCIM 2.0)' },
  ...one,
  query: shownQuery,
  answer: resource,
  problems: ['notFound'],
})

export const replaceScimUser = call({
  ...{ method: 'PUT', path: `${root}/Users/{id}`, summary: 'Write somebody of the directory anew (SCIM 2.0)' },
  ...one,
  query: shownQuery,
  body: resource,
  answer: resource,
  problems: ['notFound', 'stale'],
})

export const patchScimUser = call({
  ...{ method: 'PATCH', path: `${root}/Users/{id}`, summary: 'Change somebody of the directory (SCIM 2.0)' },
  ...one,
  query: shownQuery,
  body: scimPatch,
  answer: resource,
  problems: ['notFound', 'stale'],
})

export const deleteScimUser = call({
  ...{ method: 'DELETE', path: `${root}/Users/{id}`, summary: 'Take somebody out of the directory (SCIM 2.0)' },
  ...one,
  problems: ['notFound', 'stale'],
})

export const listScimGroups = call({
  ...{ method: 'GET', path: `${root}/Groups`, summary: 'Groups of the customer’s directory (SCIM 2.0)' },
  ...ofCustomer,
  query: listQuery,
  answer: listResponse,
})

export const searchScimGroups = call({
  ...{
    method: 'POST',
    path: `${root}/Groups/.search`,
    summary: 'Search the groups of the customer’s directory (SCIM 2.0)',
  },
  ...ofCustomer,
  body: searchRequest,
  answer: listResponse,
})

export const createScimGroup = call({
  ...{ method: 'POST', path: `${root}/Groups`, summary: 'Add a group of the directory (SCIM 2.0)' },
  ...ofCustomer,
  query: shownQuery,
  body: resource,
  answer: resource,
  status: 201,
  problems: ['conflict'],
})

export const readScimGroup = call({
  ...{ method: 'GET', path: `${root}/Groups/{id}`, summary: 'A group of the directory (SCIM 2.0)' },
  ...one,
  query: shownQuery,
  answer: resource,
  problems: ['notFound'],
})

export const replaceScimGroup = call({
  ...{ method: 'PUT', path: `${root}/Groups/{id}`, summary: 'Write a group of the directory anew (SCIM 2.0)' },
  ...one,
  query: shownQuery,
  body: resource,
  answer: resource,
  problems: ['notFound', 'stale', 'conflict'],
})

/** Answers 204, unless it is asked for attributes: a group may have many members (RFC 7644, 3.5.2). */
export const patchScimGroup = call({
  ...{ method: 'PATCH', path: `${root}/Groups/{id}`, summary: 'Change a group of the directory (SCIM 2.0)' },
  ...one,
  query: shownQuery,
  body: scimPatch,
  answer: resource.optional(),
  problems: ['notFound', 'stale', 'conflict'],
})

export const deleteScimGroup = call({
  ...{ method: 'DELETE', path: `${root}/Groups/{id}`, summary: 'Take a group out of the directory (SCIM 2.0)' },
  ...one,
  problems: ['notFound', 'stale'],
})
