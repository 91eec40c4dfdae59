import { type ProblemCode, problems } from '@lintel/contract/problems'
import { ref } from './openapi-parts'
import type { Schema } from './openapi-schemas'
import { type FailureFormat, failureFormatOf, failureMediaTypes, failureStatusOf } from './problem-reply-format'

/** The names of the schema of each format. */
const schemaNames: Readonly<Record<FailureFormat, string>> = {
  jsonApi: 'Failure',
  identity: 'IdentityFailure',
  odata: 'ODataFailure',
  scim: 'ScimFailure',
}

const componentName = (format: FailureFormat, status: number | string) =>
  `${schemaNames[format].replace('Failure', 'Problem')}${status}`

/** The responses for these problem codes in the format of an address, by status. */
export const failureResponses = (codes: readonly ProblemCode[], format: FailureFormat): Record<string, Schema> =>
  Object.fromEntries(
    [...new Set(codes.map((code) => failureStatusOf(format, problems[code].status)))]
      .sort()
      .map((status) => [status, ref('responses', componentName(format, status))]),
  )

/** The responses of each operation, by path and method. */
type ResponsesByPath = Readonly<Record<string, Readonly<Record<string, { responses: Record<string, Schema> }>>>>

/** The components of the failures of all paths. */
export function responseComponents(paths: ResponsesByPath): Record<string, Schema> {
  const components = Object.entries(paths).flatMap(([path, operations]) => {
    const format = failureFormatOf(path)
    return Object.values(operations)
      .flatMap(({ responses }) => Object.keys(responses).filter((status) => status >= '400'))
      .map((status) => [componentName(format, status), failureResponse(format, Number(status))] as const)
  })
  return Object.fromEntries(components.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The response of a status in a format, with its problem codes. */
function failureResponse(format: FailureFormat, status: number): Schema {
  const codes = Object.entries(problems).filter(([, problem]) => failureStatusOf(format, problem.status) === status)
  const headers = {
    ...((status === 429 || status === 503) && { 'Retry-After': { schema: { type: 'integer' } } }),
    ...(status === 401 && challengeHeader),
  }
  return {
    description: codes.map(([code, { title }]) => `\`${code}\`: ${title}`).join('. '),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { [failureMediaTypes[format]]: { schema: ref('schemas', schemaNames[format]) } },
  }
}

const challengeHeader = { 'WWW-Authenticate': { description: 'How to authenticate', schema: { type: 'string' } } }

const code = { type: 'string', enum: Object.keys(problems) }
const errors = { type: 'array', minItems: 1, items: ref('schemas', 'Problem') }

/** One of the errors of OData. */
const odataError = { code, message: { type: 'string' }, target: { type: 'string' } }

/** The schemas of failures in each format. */
export const failureSchemas: Readonly<Record<string, Schema>> = {
  Failure: { type: 'object', required: ['errors'], properties: { errors } },
  IdentityFailure: {
    type: 'object',
    required: ['code', 'errors'],
    properties: { code, errors },
    description: 'The code of the first error, with what its `meta` says',
  },
  ODataFailure: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message', 'innererror'],
        properties: {
          ...odataError,
          details: {
            type: 'array',
            items: { type: 'object', required: ['code', 'message'], properties: odataError },
          },
          innererror: {
            type: 'object',
            required: ['id'],
            properties: { id: { type: 'string', description: 'The request id' } },
          },
        },
      },
    },
    description: 'OData JSON Format 4.01, chapter 21',
  },
  ScimFailure: {
    type: 'object',
    required: ['schemas', 'status', 'detail'],
    properties: {
      schemas: { const: ['urn:ietf:params:scim:api:messages:2.0:Error'] },
      status: { type: 'string' },
      scimType: { type: 'string', description: 'What a 400 or 409 is about' },
      detail: { type: 'string' },
    },
    additionalProperties: false,
    description: 'RFC 7644, 3.12',
  },
  Problem: {
    type: 'object',
    required: ['id', 'status', 'code', 'title', 'detail'],
    properties: {
      id: { type: 'string', description: 'The request id' },
      status: { type: 'string' },
      code,
      title: { type: 'string' },
      detail: { type: 'string' },
      source: {
        type: 'object',
        properties: { pointer: { type: 'string' }, parameter: { type: 'string' }, header: { type: 'string' } },
      },
      meta: { type: 'object' },
    },
  },
}
