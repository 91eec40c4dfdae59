import { documents } from '@lintel/contract/content/documents'
import { inProject } from '@lintel/contract/jsonapi/resource'
import { changeSets } from '@lintel/contract/people/change-sets'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { customerId } from '../../demo/customers'
import { projectId } from '../../demo/projects'
import { world } from '../../test/world'
import { topicMediaTypes } from '../exchange/topics-export/topic-files'
import type { ApiDescription } from './openapi'

const listed = 'https://reports.example'
const { anonymous, app, as } = await world({ allowedOrigins: [listed] })
const description = (await anonymous.inject({ url: '/openapi.json' })).json<ApiDescription>()
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
)

interface DescribedResponse {
  headers?: Record<string, object>
  content?: Record<string, { schema: object }>
}
const described = (name: string) => {
  const operation = operations.find((each) => each.name === name)
  if (!operation) throw new Error(`${name} is not described`)
  return operation
}
const requestHeadersOf = ({ parameters = [] }: Pick<(typeof operations)[number], 'parameters'>) =>
  parameters.flatMap((parameter) => {
    const { $ref } = parameter as { $ref?: string }
    const resolved = $ref === undefined ? parameter : description.components.parameters[$ref.replace(/^.*\//, '')]
    return resolved?.in === 'header' ? [String(resolved.name)] : []
  })
const responseOf = (name: string, status: number) => described(name).responses[status] as DescribedResponse
const mediaTypeOf = ({ headers }: LightMyRequestResponse) => String(headers['content-type']).split(';')[0]
const listOf = (header: unknown) => String(header).split(', ')

const harbour = projectId('NB-2041')
const content = 'GET /project-{project}/api/v1/documents/{id}/content'
const upload = 'POST /project-{project}/api/v1/documents/{id}/versions'

test('H2: pages of a listed origin may send each header and method that is described, and read each header', async () => {
  const { headers } = await app.inject({
    method: 'OPTIONS',
    url: '/mgw/api/v3/projects',
    headers: { origin: listed, 'access-control-request-method': 'PUT' },
  })
  const methods = new Set(operations.map(({ name }) => name.split(' ')[0]))
  expect(new Set(listOf(headers['access-control-allow-methods']))).toEqual(methods)

  const allowed = listOf(headers['access-control-allow-headers'])
  const evaluated = [...new Set(operations.flatMap(requestHeadersOf))]
  expect(evaluated.length).toBeGreaterThan(5)
  expect(evaluated.filter((header) => !allowed.includes(header))).toEqual([])
  expect(allowed).not.toContain('X-Requested-With')

  const responses = [...operations.flatMap((operation) => Object.values(operation.responses))]
  const sent = [...responses, ...Object.values(description.components.responses)].flatMap((response) =>
    Object.keys((response as DescribedResponse).headers ?? {}),
  )
  const exposed = listOf(headers['access-control-expose-headers'])
  expect([...new Set(sent)].filter((header) => !exposed.includes(header))).toEqual([])
})

test('each call is described with the headers that it evaluates and sends', () => {
  const table = 'GET /odata/{customer}/{table}'
  expect(requestHeadersOf(described('POST /mgw/api/v3/operations'))).toEqual(['Idempotency-Key'])
  expect(requestHeadersOf(described(table))).toEqual(['OData-MaxVersion', 'Prefer'])
  expect(Object.keys(responseOf(table, 200).headers ?? {})).toEqual(['OData-Version', 'Preference-Applied'])
  expect(requestHeadersOf(described(`${table}/$count`))).toEqual(['OData-MaxVersion'])
  expect(requestHeadersOf(described('GET /mgw/api/v3/events'))).toEqual(['Last-Event-ID'])
  expect(requestHeadersOf(described(content))).toEqual(['If-None-Match', 'If-Match', 'Range', 'If-Range'])
  expect(requestHeadersOf(described(upload))).toEqual(['Content-Digest'])
  expect(responseOf('POST /mgw/api/v1/projects/export/csv', 200).headers).toMatchObject({
    'Omitted-Projects': { schema: { type: 'integer' } },
  })
})

test('a document is uploaded, read and read in part as described', async () => {
  const { id } = await as('kari').post(inProject(documents, harbour), {
    ...{ name: 'Roof.pdf', folder: null, labels: [], project: harbour },
  })
  const send = (type: string) =>
    as('kari').inject({
      method: 'POST',
      url: `/project-${harbour}/api/v1/documents/${id}/versions`,
      headers: { 'content-type': type },
      payload: 'the bytes',
    })
  const { requestBody, responses } = described(upload)
  expect(requestBody).toEqual({ required: true, content: { 'application/octet-stream': { schema: {} } } })
  for (const [type, status] of [
    ['application/octet-stream', 201],
    ['text/plain', 415],
  ] as const) {
    expect((await send(type)).statusCode).toBe(status)
    expect(responses).toHaveProperty(String(status))
  }

  for (const [headers, status] of [
    [{}, 200],
    [{ range: 'bytes=4-8' }, 206],
  ] as const) {
    const answer = await as('mei').inject({ url: `/project-${harbour}/api/v1/documents/${id}/content`, headers })
    expect([answer.statusCode, mediaTypeOf(answer)]).toEqual([status, 'application/pdf'])
    const { headers: sent = {}, content: types } = responseOf(content, status)
    expect(types).toEqual({ '*/*': { schema: {} } })
    expect(Object.keys(sent).filter((header) => !(header.toLowerCase() in answer.headers))).toEqual([])
    expect('Content-Range' in sent).toBe('content-range' in answer.headers)
  }
})

test('only what is sent with a body is described with one', () => {
  const withBody = operations.filter(({ requestBody }) => requestBody !== undefined)
  expect(withBody.map(({ name }) => name).filter((name) => /^(GET|DELETE) /.test(name))).toEqual([])
  expect(withBody.map(({ name }) => name)).toContain('PATCH /scim/{customer}/v2/Users/{id}')
})

test('rows of change sets, exported topics and the description of tables have the media types that are described', async () => {
  const typesOf = (name: string) => Object.keys(responseOf(name, 200).content ?? {})
  const [set] = await as('anna').list(changeSets, { filter: { customer: customerId('nordbygg') } })
  const rows = await as('anna').inject({ url: `/mgw/api/v3/change-sets/${set?.id}/rows` })
  expect([rows.statusCode, [mediaTypeOf(rows)]]).toEqual([200, typesOf('GET /mgw/api/v3/change-sets/{id}/rows')])
  const accept = 'application/vnd.api+json;ext="https://example.com/other"'
  const refused = await as('anna').inject({ url: `/mgw/api/v3/change-sets/${set?.id}/rows`, headers: { accept } })
  expect([refused.statusCode, refused.json().errors[0].code]).toEqual([406, 'notAcceptable'])
  expect(responseOf('GET /mgw/api/v3/change-sets/{id}/rows', 406)).toBeDefined()

  const exported = Object.values(topicMediaTypes).map((type) => type.split(';')[0])
  expect(typesOf('GET /mgw/api/v1/topics/exports/{id}/file')).toEqual(exported)

  const metadata = ['xml', 'json'].map((format) =>
    as('anna').inject({ url: `/odata/${customerId('nordbygg')}/$metadata?$format=${format}` }),
  )
  expect((await Promise.all(metadata)).map(mediaTypeOf)).toEqual(typesOf('GET /odata/{customer}/$metadata'))
})
