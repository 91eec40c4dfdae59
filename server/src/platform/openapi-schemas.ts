import type { AnyResource, Relation } from '@lintel/contract/jsonapi/resource'
import { z } from 'zod'

/** A JSON Schema, or a part of OpenAPI around it. */
export interface Schema {
  [key: string]: unknown
}

/** The JSON Schema 2020-12 (dialect of OpenAPI 3.1) of the input or the output of a zod schema. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return described
}

/** `user-organizations` as the name of a component: `UserOrganizations`. */
export const schemaNameOf = ({ type }: AnyResource): string =>
  type
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** The schema of a resource object in a response. */
export const schemaOf = (resource: AnyResource): Schema => ({
  type: 'object',
  required: ['type', 'id'],
  properties: {
    type: { const: resource.type },
    id: { type: 'string' },
    ...partsOf(resource, resource.fields.shape, []),
    links: { type: 'object', properties: { self: { type: 'string' } } },
    meta: { type: 'object', properties: { version: { type: 'integer' } } },
  },
})

/** The schema of a resource object in a creation. */
export const createSchemaOf = (resource: AnyResource): Schema => {
  const { id: _id, ...shape } = resource.draft.shape
  const required = Object.entries(shape).flatMap(([name, schema]) => (isRequired(schema as z.ZodType) ? [name] : []))
  return {
    type: 'object',
    required: ['type', ...(resource.clientGeneratedId ? ['id'] : []), ...partsWith(resource, required)],
    properties: {
      type: { const: resource.type },
      ...(resource.clientGeneratedId && { id: jsonSchemaOf(resource.clientGeneratedId, 'input') }),
      ...partsOf(resource, shape, required),
    },
    additionalProperties: false,
  }
}

/** The schema of a resource object in a change, with any of its fields. */
export const patchSchemaOf = (resource: AnyResource): Schema => ({
  type: 'object',
  required: ['type', 'id'],
  properties: {
    type: { const: resource.type },
    id: { type: 'string' },
    ...partsOf(resource, resource.patch.shape, []),
  },
  additionalProperties: false,
})

const isRequired = (schema: z.ZodType) => !schema.safeParse(undefined).success

const isRelation = (resource: AnyResource, name: string) => Object.hasOwn(resource.relations, name)

const partsWith = (resource: AnyResource, required: readonly string[]): string[] => [
  ...(required.some((name) => !isRelation(resource, name)) ? ['attributes'] : []),
  ...(required.some((name) => isRelation(resource, name)) ? ['relationships'] : []),
]

/** Fields as `attributes` and `relationships`. */
function partsOf(resource: AnyResource, shape: z.ZodRawShape, required: readonly string[]): Schema {
  const attributes: [string, Schema][] = []
  const relationships: [string, Schema][] = []
  for (const [name, schema] of Object.entries(shape)) {
    const relation = resource.relations[name]
    if (relation && isRelation(resource, name)) relationships.push([name, linkageOf(relation, schema as z.ZodType)])
    // Input and output differ only by trimming, and the input can always be described.
    else attributes.push([name, jsonSchemaOf(schema as z.ZodType, 'input')])
  }
  return {
    ...(attributes.length > 0 && { attributes: objectOf(attributes, required) }),
    ...(relationships.length > 0 && { relationships: objectOf(relationships, required) }),
  }
}

function objectOf(properties: [string, Schema][], required: readonly string[]): Schema {
  const needed = properties.map(([name]) => name).filter((name) => required.includes(name))
  return {
    type: 'object',
    ...(needed.length > 0 && { required: needed }),
    properties: Object.fromEntries(properties),
  }
}

function linkageOf({ to, many }: Relation, schema: z.ZodType): Schema {
  const identifier = {
    type: 'object',
    required: ['type', 'id'],
    properties: { type: { const: to }, id: { type: 'string' } },
  }
  const toOne = schema.safeParse(null).success ? { anyOf: [identifier, { type: 'null' }] } : identifier
  const data = many ? { type: 'array', items: identifier } : toOne
  return { type: 'object', required: ['data'], properties: { data } }
}
