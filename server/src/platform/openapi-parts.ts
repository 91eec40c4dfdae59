import { defaultPageSize } from '@lintel/contract/jsonapi/query'
import { defaultMaxPageSize } from '@lintel/contract/jsonapi/resource'
import type { Schema } from './openapi-schemas'

/** A document of one resource. */
export const documentOf = (data: Schema): Schema => ({
  type: 'object',
  required: ['data'],
  properties: { data, included: { type: 'array', items: { type: 'object' } } },
})

/** The number of omitted projects in lists for feed tokens. */
const omittedProjects: Schema = {
  type: 'integer',
  minimum: 0,
  description:
    'To feed tokens: how many projects of their customer are left out, since the login methods of these ask for another sign-in than the one that made the token',
}

/** The document of a page of a list; with `countsOmitted` it tells feed tokens how many projects are omitted. */
export const pageOf = (record: Schema, { countsOmitted = false } = {}): Schema => ({
  type: 'object',
  required: ['data', 'links', 'meta'],
  properties: {
    data: { type: 'array', items: record },
    included: { type: 'array', items: { type: 'object' } },
    links: {
      type: 'object',
      properties: { self: { type: 'string' }, next: { type: 'string' }, prev: { type: 'string' } },
    },
    meta: {
      type: 'object',
      properties: {
        page: { type: 'object', properties: { total: { type: 'integer' } } },
        ...(countsOmitted && { omittedProjects }),
      },
    },
  },
})

/** A required request body. */
export const bodyOf = (mediaType: string, schema: Schema): Schema => ({
  required: true,
  content: { [mediaType]: { schema } },
})

/** A reference to a component. */
export const ref = (kind: string, name: string): Schema => ({ $ref: `#/components/${kind}/${name}` })

/** The page size parameter. */
export const pageSize = (max: number): Schema => ({
  name: 'page[size]',
  in: 'query',
  schema: { type: 'integer', minimum: 1, maximum: max, default: defaultPageSize },
})

/** Parameters of the path and the query that many operations share. */
export const sharedParameters: Record<string, Schema> = {
  Project: {
    name: 'project',
    in: 'path',
    required: true,
    description:
      'The id of the project; the same is served under `/v2`, and under `/mgw/api/v3` and `/mgw/api/v2` with `?projectId=`',
    schema: { type: 'string', maxLength: 512 },
  },
  Id: { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 512 } },
  OnlyIfUnused: {
    name: 'onlyIfUnused',
    in: 'query',
    description: 'With `true`, 409 `stillInUse` if anything was added to the record after it was created',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  PageSize: pageSize(defaultMaxPageSize),
  PageAfter: {
    name: 'page[after]',
    in: 'query',
    description: 'A cursor of an earlier page',
    schema: { type: 'string' },
  },
  PageBefore: {
    name: 'page[before]',
    in: 'query',
    description: 'A cursor of an earlier page',
    schema: { type: 'string' },
  },
}
