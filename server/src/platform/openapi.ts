import { apiTokenPrefix } from '@lintel/contract/identity/api-tokens'
import type { AnyCall } from '@lintel/contract/jsonapi/call'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { type AnyResource, defaultMaxPageSize } from '@lintel/contract/jsonapi/resource'
import type { ProblemCode } from '@lintel/contract/problems'
import type { z } from 'zod'
import { failureResponses, failureSchemas, responseComponents } from './openapi-failures'
import { headerParameter, headerParameters, requestHeadersOf } from './openapi-headers'
import { bodyOf, documentOf, pageSize, ref, sharedParameters } from './openapi-parts'
import { createSchemaOf, jsonSchemaOf, patchSchemaOf, type Schema, schemaNameOf, schemaOf } from './openapi-schemas'
import { successOf, successOfCall } from './openapi-successes'
import { failureFormatOf } from './problem-reply-format'
import type { Operation, Route } from './route'

/** An OpenAPI 3.1 document. */
export interface ApiDescription {
  openapi: string
  info: {
    title: string
    version: string
    summary: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  security: Record<string, string[]>[]
  paths: Record<string, Record<string, ApiOperation>>
  components: {
    securitySchemes: Record<string, Schema>
    parameters: Record<string, Schema>
    schemas: Record<string, Schema>
    responses: Record<string, Schema>
  }
}

/** One operation of the description. */
export interface ApiOperation {
  operationId: string
  summary: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: Schema[]
  requestBody?: Schema
  responses: Record<string, Schema>
}

/** Describes these routes by the schemas that validate their calls. `server` is the public address. */
export function describeApi(routes: readonly Route[], server: string): ApiDescription {
  const schemas = new Map<string, Schema>()
  const paths: ApiDescription['paths'] = {}
  for (const route of routes) {
    if (route.subject.kind === 'resource') addSchemas(schemas, route.subject)
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
    const operation =
      route.subject.kind === 'call' ? callOperation(route, route.subject.call) : resourceOperation(route)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  const tags = [
    ...new Set(Object.values(paths).flatMap((path) => Object.values(path).flatMap((operation) => operation.tags))),
  ]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lintel',
      version: '1',
      summary: 'Account portal and enterprise administration of building projects',
      description:
        'Resources follow JSON:API 1.1 and answer the same under `/mgw/api/v3` and `/mgw/api/v2`. Failures are JSON:API errors with a stable `code`, which is at the top of those of the sign-in calls; those of SCIM and OData are of these standards. `X-Request-Id` is on every answer.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server, description: 'This installation' }],
    tags: tags.map((name) => ({ name, description: tagDescription(name) })),
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The id token of a sign-in' },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${apiTokenPrefix}…`,
          description: 'An API token of a customer; the operation names the scope that it needs',
        },
        feedSecret: { type: 'http', scheme: 'bearer', description: 'The secret of a feed token' },
        feedPassword: {
          type: 'http',
          scheme: 'basic',
          description: 'The secret of a feed token as password; the user name is not evaluated',
        },
      },
      parameters: { ...sharedParameters, ...headerParameters },
      schemas: { ...failureSchemas, ...Object.fromEntries(schemas) },
      responses: responseComponents(paths),
    },
  }
}

const tagDescription = (name: string) => (name === 'calls' ? 'What is not a resource' : `The resource \`${name}\``)

/** Adds the schemas of the resource object and of the served creation or change. */
function addSchemas(
  schemas: Map<string, Schema>,
  { resource, operation }: { resource: AnyResource; operation: Operation },
) {
  const name = schemaNameOf(resource)
  if (!schemas.has(name)) schemas.set(name, schemaOf(resource))
  if (operation === 'create') schemas.set(`${name}Creation`, createSchemaOf(resource))
  if (operation === 'update') schemas.set(`${name}Change`, patchSchemaOf(resource))
}

/** Problems of every call. */
const always: ProblemCode[] = [
  'malformed',
  'unknownParameter',
  'unknownHost',
  'tooManyRequests',
  'internal',
  'databaseAway',
]
const signedIn: ProblemCode[] = ['notSignedIn', 'invalidToken', 'sessionExpired', 'forbidden', 'mfaRequired']
const withBody: ProblemCode[] = ['tooLarge', 'unsupportedMediaType']

/** The security requirement: none, or one of a signed-in person, an API token with the scope and the secret of a feed token. */
function securityOf({
  anonymous,
  terms: { scope, apiTokensOnly, acceptsFeedSecrets },
}: Pick<Route, 'anonymous' | 'terms'>): Pick<ApiOperation, 'security'> {
  if (anonymous) return { security: [] }
  if (scope === undefined && !acceptsFeedSecrets) return {}
  return {
    security: [
      ...(apiTokensOnly ? [] : [{ bearer: [] }]),
      ...(scope === undefined ? [] : [{ apiToken: [scope] }]),
      ...(acceptsFeedSecrets ? [{ feedSecret: [] }, { feedPassword: [] }] : []),
    ],
  }
}

function callOperation(route: Route, call: AnyCall): ApiOperation {
  const { anonymous, method, terms, url } = route
  const parameters = [
    ...partsOf('path', call.parameters),
    ...partsOf('query', call.query),
    ...requestHeadersOf(route, call),
  ]
  const hasBody = call.body !== undefined || call.bodyMediaType !== undefined
  const failures = [
    ...always,
    ...(anonymous ? [] : signedIn),
    ...(hasBody ? withBody : []),
    ...(call.body ? (['invalid'] as const) : []),
    ...(call.mediaType?.startsWith(jsonApiMediaType) ? (['notAcceptable'] as const) : []),
    ...(call.problems ?? []),
  ]
  return {
    operationId: operationIdOf(method.toLowerCase(), call.path),
    summary: call.summary,
    tags: ['calls'],
    ...securityOf({ anonymous, terms }),
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && {
      requestBody: bodyOf(call.bodyMediaType ?? 'application/json', call.body ? jsonSchemaOf(call.body, 'input') : {}),
    }),
    responses: { ...successOfCall(route, call), ...failureResponses(failures, failureFormatOf(url)) },
  }
}

const partsOf = (location: 'path' | 'query', schema: z.ZodObject | undefined): Schema[] =>
  Object.entries(schema?.shape ?? {}).map(([name, part]) => {
    const described = jsonSchemaOf(part as z.ZodType, 'input')
    const required = location === 'path' || !(part as z.ZodType).safeParse(undefined).success
    return { name, in: location, required, schema: described }
  })

const verbs: Record<Operation, [string, string]> = {
  list: ['list', 'Lists'],
  read: ['read', 'Reads one of'],
  create: ['create', 'Creates one of'],
  update: ['update', 'Changes one of'],
  remove: ['remove', 'Removes one of'],
}

function resourceOperation({ subject, anonymous, url, terms }: Route): ApiOperation {
  if (subject.kind !== 'resource') throw new TypeError('Not a resource')
  const { resource, operation } = subject
  const [verb, phrase] = verbs[operation]
  const changes = operation === 'create' || operation === 'update'
  const hasId = url.endsWith('/:id')
  const failures: ProblemCode[] = [
    ...always,
    'notAcceptable',
    ...(anonymous ? [] : signedIn),
    ...(operation === 'list' && resource.scope === null ? [] : (['notFound'] as const)),
    ...(operation === 'list' ? resource.listProblems : []),
    ...(changes ? ([...withBody, 'invalid', 'conflict'] as const) : []),
    ...(operation === 'update' || operation === 'remove' ? (['stale', 'stillInUse'] as const) : []),
  ]
  return {
    operationId: operationIdOf(verb, `${url.replace('/:id', '')}${operation === 'read' && !hasId ? '/one' : ''}`),
    summary: `${phrase} ${resource.type}`,
    tags: [resource.type],
    ...securityOf({ anonymous, terms }),
    parameters: [
      ...(resource.scope === 'project' ? [ref('parameters', 'Project')] : []),
      ...(hasId ? [ref('parameters', 'Id')] : []),
      ...queryOf(resource, operation),
      ...(terms.removesUnused ? [ref('parameters', 'OnlyIfUnused')] : []),
    ],
    ...(changes && {
      requestBody: bodyOf(
        jsonApiMediaType,
        documentOf(ref('schemas', `${schemaNameOf(resource)}${operation === 'create' ? 'Creation' : 'Change'}`)),
      ),
    }),
    responses: { ...successOf(resource, operation, terms), ...failureResponses(failures, failureFormatOf(url)) },
  }
}

/** `GET /mgw/api/v2/users` and its v3 counterpart need distinct names. */
function operationIdOf(verb: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '' && !['mgw', 'api', 'v3'].includes(word))
  return verb + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function queryOf(resource: AnyResource, operation: Operation): Schema[] {
  if (operation === 'update' || operation === 'remove') return [headerParameter('If-Match')]
  if (operation === 'create') return [headerParameter('Idempotency-Key')]
  const include = { name: 'include', in: 'query', style: 'form', explode: false, schema: listOf(resource.includes) }
  const fields = {
    name: `fields[${resource.type}]`,
    in: 'query',
    style: 'form',
    explode: false,
    schema: listOf(Object.keys(resource.fields.shape)),
  }
  const shown = [...(resource.includes.length > 0 ? [include] : []), fields]
  if (operation === 'read') return shown
  const sorts = resource.sorts.flatMap((field) => [field, `-${field}`])
  const sort = { name: 'sort', in: 'query', style: 'form', explode: false, schema: listOf(sorts) }
  const filters = Object.entries(resource.filters.shape).map(([name, schema]) => ({
    name: `filter[${name}]`,
    in: 'query',
    schema: jsonSchemaOf(schema as z.ZodType, 'input'),
  }))
  const size =
    resource.maxPageSize === defaultMaxPageSize ? ref('parameters', 'PageSize') : pageSize(resource.maxPageSize)
  const paging = [size, ref('parameters', 'PageAfter'), ref('parameters', 'PageBefore')]
  return [...shown, ...filters, ...(sorts.length > 0 ? [sort] : []), ...paging]
}

const listOf = (values: readonly string[]): Schema => ({ type: 'array', items: { type: 'string', enum: [...values] } })
