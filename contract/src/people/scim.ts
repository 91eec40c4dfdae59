import { z } from 'zod'
import { call } from '../jsonapi/call'

/** Media type of SCIM 2.0 (RFC 7644, 3.1); `application/json` is accepted as well. */
export const scimMediaType = 'application/scim+json'

/** Maximum number of resources in a response (RFC 7644, 3.4.2.4: a server may return fewer than `count`). */
export const scimMaxPageSize = 200

/** Maximum body size in bytes: a group of ten thousand members with what clients send beside their ids. */
export const scimBodyLimit = 2 * 1024 * 1024

/** Maximum number of operations in one PATCH: some clients send one per removed member. */
export const scimMaxOperations = 10_000

const customer = z.string().max(254)
const id = z.string().max(254)

/** A SCIM resource as JSON; the server validates it by the schemas of RFC 7643. */
const resource = z.record(z.string(), z.unknown())

/** The query of a list; parameters that the RFC does not define are ignored. */
const listQuery = z.object({
  filter: z.string().max(8_000).optional(),
  sortBy: z.string().max(200).optional(),
  sortOrder: z.string().max(20).optional(),
  startIndex: z.coerce.number().int().optional(),
  count: z.coerce.number().int().optional(),
  attributes: z.string().max(2_000).optional(),
  excludedAttributes: z.string().max(2_000).optional(),
})

/** Lower-cases the attribute names, which are case-insensitive (RFC 7643, 2.1). */
const withLowerCaseKeys = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]))
    : body

const names = z.array(z.string().max(254)).max(100).nullish()

/** The same query in the body of a POST to `.search` (RFC 7644, 3.4.3), for filters too long or too sensitive for a URL. */
const searchRequest = z.preprocess(
  withLowerCaseKeys,
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

const attributesQuery = listQuery.pick({ attributes: true, excludedAttributes: true })

export type ScimAttributesQuery = z.output<typeof attributesQuery>

const listResponse = z.object({
  schemas: z.array(z.string()),
  totalResults: z.int(),
  itemsPerPage: z.int(),
  startIndex: z.int(),
  Resources: z.array(resource),
})

export type ScimList = z.output<typeof listResponse>

/** The body of a PATCH; clients vary the case of its names. */
export const scimPatch = z.preprocess(
  withLowerCaseKeys,
  z.object({
    schemas: z.array(z.string()).optional(),
    operations: z
      .array(
        z.preprocess(
          withLowerCaseKeys,
          z.object({ op: z.string().max(20), path: z.string().max(5_000).nullish(), value: z.unknown().optional() }),
        ),
      )
      .min(1),
  }),
)

const root = '/scim/{customer}/v2'
const ofCustomer = { parameters: z.object({ customer }), mediaType: scimMediaType }
const one = { parameters: z.object({ customer, id }), mediaType: scimMediaType }
const inBody = <Body extends z.ZodType>(body: Body) => ({ body, bodyMediaType: scimMediaType })

export const readServiceProviderConfig = call({
  ...{ method: 'GET', path: `${root}/ServiceProviderConfig`, summary: 'What this SCIM service can do (RFC 7643, 5)' },
  ...ofCustomer,
  query: listQuery,
  answer: resource,
  problems: ['notFound'],
})

export const listScimResourceTypes = call({
  ...{ method: 'GET', path: `${root}/ResourceTypes`, summary: 'Types of SCIM resources (RFC 7643, 6)' },
  ...ofCustomer,
  query: listQuery,
  answer: listResponse,
  problems: ['notFound'],
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
  problems: ['notFound'],
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
  problems: ['notFound'],
})

export const searchScimUsers = call({
  ...{
    method: 'POST',
    path: `${root}/Users/.search`,
    summary: 'Search the people of the customer’s directory (SCIM 2.0)',
  },
  ...ofCustomer,
  ...inBody(searchRequest),
  answer: listResponse,
  problems: ['notFound'],
})

export const createScimUser = call({
  ...{ method: 'POST', path: `${root}/Users`, summary: 'Add somebody of the directory (SCIM 2.0)' },
  ...ofCustomer,
  query: attributesQuery,
  ...inBody(resource),
  answer: resource,
  status: 201,
  problems: ['notFound', 'conflict'],
})

export const readScimUser = call({
  ...{ method: 'GET', path: `${root}/Users/{id}`, summary: 'Somebody of the directory (SCIM 2.0)' },
  ...one,
  query: attributesQuery,
  answer: resource,
  problems: ['notFound'],
})

export const replaceScimUser = call({
  ...{ method: 'PUT', path: `${root}/Users/{id}`, summary: 'Write somebody of the directory anew (SCIM 2.0)' },
  ...one,
  query: attributesQuery,
  ...inBody(resource),
  answer: resource,
  problems: ['notFound', 'stale'],
})

export const patchScimUser = call({
  ...{ method: 'PATCH', path: `${root}/Users/{id}`, summary: 'Change somebody of the directory (SCIM 2.0)' },
  ...one,
  query: attributesQuery,
  ...inBody(scimPatch),
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
  problems: ['notFound'],
})

export const searchScimGroups = call({
  ...{
    method: 'POST',
    path: `${root}/Groups/.search`,
    summary: 'Search the groups of the customer’s directory (SCIM 2.0)',
  },
  ...ofCustomer,
  ...inBody(searchRequest),
  answer: listResponse,
  problems: ['notFound'],
})

export const createScimGroup = call({
  ...{ method: 'POST', path: `${root}/Groups`, summary: 'Add a group of the directory (SCIM 2.0)' },
  ...ofCustomer,
  query: attributesQuery,
  ...inBody(resource),
  answer: resource,
  status: 201,
  problems: ['notFound', 'conflict'],
})

export const readScimGroup = call({
  ...{ method: 'GET', path: `${root}/Groups/{id}`, summary: 'A group of the directory (SCIM 2.0)' },
  ...one,
  query: attributesQuery,
  answer: resource,
  problems: ['notFound'],
})

export const replaceScimGroup = call({
  ...{ method: 'PUT', path: `${root}/Groups/{id}`, summary: 'Write a group of the directory anew (SCIM 2.0)' },
  ...one,
  query: attributesQuery,
  ...inBody(resource),
  answer: resource,
  problems: ['notFound', 'stale', 'conflict'],
})

/** Returns 204 unless attributes are requested: a group may have many members (RFC 7644, 3.5.2). */
export const patchScimGroup = call({
  ...{ method: 'PATCH', path: `${root}/Groups/{id}`, summary: 'Change a group of the directory (SCIM 2.0)' },
  ...one,
  query: attributesQuery,
  ...inBody(scimPatch),
  answer: resource.optional(),
  problems: ['notFound', 'stale', 'conflict'],
})

export const deleteScimGroup = call({
  ...{ method: 'DELETE', path: `${root}/Groups/{id}`, summary: 'Take a group out of the directory (SCIM 2.0)' },
  ...one,
  problems: ['notFound', 'stale'],
})
