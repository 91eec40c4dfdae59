import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projects } from '@lintel/contract/projects/projects'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, expect, test } from 'vitest'
import { customerId } from '../../demo/customers'
import { projectId } from '../../demo/projects'
import { connectDirectory, directoryClient } from '../../test/scim-directory'
import { world } from '../../test/world'
import { allRoutes } from '../app'
import { openIdentity } from '../identity/identity'
import type { ApiDescription } from './openapi'
import { routeName } from './route'

const { anonymous, app, as, db, platform } = await world({ publicUrl: 'https://build.lintel.example' })
await connectDirectory(db)
const directory = mkdtempSync(join(tmpdir(), 'lintel-openapi-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const answered = await anonymous.inject({ url: '/openapi.json' })
const description = answered.json<ApiDescription>()
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
)

/** An independent linter with its recommended rules. */
const lint = (file: string) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
    // A redirect to a provider has no 2xx response; that every operation has one below 400 is checked below.
    const options = ['lint', file, '--extends=recommended', '--format=stylish', '--skip-rule=operation-2xx-response']
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }
    const child = spawn(process.execPath, [cli, ...options], { cwd: directory, env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
    child.on('close', (code) => resolve({ code, said }))
  })

test('the description is valid by an independent linter, which does find faults', { timeout: 60_000 }, async () => {
  const file = join(directory, 'openapi.json')
  writeFileSync(file, answered.body)
  const { code, said } = await lint(file)
  expect(code, said).toBe(0)
  expect(said).not.toMatch(/You have|Found/)

  const broken = structuredClone(description)
  for (const operation of Object.values(broken.paths['/healthz'] ?? {}))
    operation.responses = { 200: { $ref: '#/components/responses/Nowhere' } }
  writeFileSync(file, JSON.stringify(broken))
  expect((await lint(file)).code).toBe(1)
})

test('it describes exactly what is served', async () => {
  const identity = await openIdentity(platform)
  const served = allRoutes(platform, identity).map(routeName)
  await identity.close()
  expect(operations.map(({ name }) => name).sort()).toEqual(served.sort())
})

test('the lists of an export say how many projects they leave out, and no other does', () => {
  const says = operations.filter(({ responses }) =>
    JSON.stringify(responses).includes('"omittedProjects":{"type":"integer","minimum":0,"description"'),
  )
  const lists = ['project-members', 'project-stats', 'projects'].flatMap((list) => [
    `/mgw/api/v2/${list}`,
    `/mgw/api/v3/${list}`,
  ])
  expect(says.map(({ name }) => name).sort()).toEqual(lists.map((path) => `GET ${path}`).sort())
})

test('how a provider takes our secret is described with what can be chosen', () => {
  const { schemas } = answered.json().components
  const described = Object.entries<object>(schemas).filter(([, schema]) =>
    JSON.stringify(schema).includes('clientAuthentication'),
  )
  expect(described.map(([name]) => name).sort()).toEqual(['SsoProviders', 'SsoProvidersChange', 'SsoProvidersCreation'])
  for (const [, schema] of described)
    expect(JSON.stringify(schema)).toMatch(
      /"clientAuthentication":[^}]*"enum":\["automatic","client_secret_post","client_secret_basic"\]/,
    )
})

test('every operation has a name of its own and says how it fails', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { name, responses } of operations) {
    expect(
      Object.keys(responses).some((status) => status < '400'),
      name,
    ).toBe(true)
    expect(Object.keys(responses), name).toContain('429')
  }
})

test('what needs no sign-in says so, and nothing else does', () => {
  const open = operations.filter(({ security }) => security?.length === 0).map(({ name }) => name)
  expect(open).toContain('GET /healthz')
  expect(open).toContain('POST /auth/v1/login')
  expect(open).not.toContain('GET /mgw/api/v3/projects')
  for (const { name, responses } of operations) expect('401' in responses || open.includes(name), name).toBe(true)
})

test('D12: what an API token may ask names the scope that it takes', () => {
  const scopesOf = (name: string) => operations.find((operation) => operation.name === name)?.security
  expect(description.components.securitySchemes.apiToken).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(scopesOf('GET /mgw/api/v3/users')).toEqual([{ bearer: [] }, { apiToken: ['read'] }])
  expect(scopesOf('POST /mgw/api/v3/project-members')).toEqual([{ bearer: [] }, { apiToken: ['members:write'] }])
  expect(scopesOf('POST /auth/v1/api-tokens')).toBeUndefined()
})

/** The description of an operation. */
const described = (name: string) => {
  const operation = operations.find((each) => each.name === name)
  if (!operation) throw new Error(`${name} is not described`)
  return operation
}
const namesOf = (name: string) =>
  (described(name).parameters ?? []).map(({ name: own, $ref }) => String(own ?? $ref).replace(/^.*\//, ''))
const headersOf = (name: string, status: string) =>
  Object.keys((described(name).responses[status] as { headers?: object }).headers ?? {})

test('D12: a directory is asked with an API token alone, and tables with the secret of a feed token as well', () => {
  const user = 'GET /scim/{customer}/v2/Users/{id}'
  expect(described(user).security).toEqual([{ apiToken: ['scim'] }])
  expect(described('GET /odata/{customer}/{table}').security).toEqual([
    { bearer: [] },
    { feedSecret: [] },
    { feedPassword: [] },
  ])
  expect(description.components.securitySchemes).toMatchObject({
    feedSecret: { type: 'http', scheme: 'bearer' },
    feedPassword: { type: 'http', scheme: 'basic' },
  })
})

test('a user or group of a directory is described with its version, what asks for it and where it is', () => {
  for (const list of ['/scim/{customer}/v2/Users', '/scim/{customer}/v2/Groups']) {
    expect(headersOf(`POST ${list}`, '201')).toEqual(['ETag', 'Location'])
    expect(namesOf(`POST ${list}`)).not.toContain('IfMatch')
    expect(headersOf(`GET ${list}/{id}`, '200')).toEqual(['ETag'])
    expect(headersOf(`GET ${list}/{id}`, '304')).toEqual(['ETag'])
    expect(namesOf(`GET ${list}/{id}`)).toContain('IfNoneMatch')
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      expect(namesOf(`${method} ${list}/{id}`)).toContain('IfMatch')
      expect(described(`${method} ${list}/{id}`).responses).toHaveProperty('412')
    }
    expect(namesOf(`GET ${list}`)).not.toContain('IfNoneMatch')
  }
})

test('a resource is described with the key of its creation, its address, and the failures of lists and of media types', () => {
  expect(namesOf('POST /mgw/api/v3/projects')).toContain('IdempotencyKey')
  expect(headersOf('POST /mgw/api/v3/projects', '201')).toEqual(['ETag', 'Location'])
  expect(Object.keys(described('PATCH /mgw/api/v3/project-members/{id}').responses)).toEqual(
    expect.arrayContaining(['200', '204', '406']),
  )
  expect(Object.keys(described('GET /mgw/api/v3/projects').responses)).not.toContain('404')
  const lists = operations.filter(
    ({ name, summary }) => summary.startsWith('Lists ') && namesOf(name).includes('Project'),
  )
  expect(lists.length).toBeGreaterThan(3)
  for (const { name, responses } of lists) expect(responses, name).toHaveProperty('404')
})

test('the list of project contents is described with 404, as a project that is not open is answered', async () => {
  const path = '/mgw/api/v3/project-contents'
  const foreign = projectId('FN-45')
  expect((await as('mei').inject({ url: `${path}?filter[project]=${foreign}` })).statusCode).toBe(404)
  for (const version of ['v2', 'v3'])
    expect(described(`GET /mgw/api/${version}/project-contents`).responses).toHaveProperty('404')
})

test('a relation is described as null only where there may be none', () => {
  const nullIn = (schema: string, relation: string) => {
    const { properties } = description.components.schemas[schema] as {
      properties: { relationships: { properties: Record<string, { properties: { data: object } }> } }
    }
    return JSON.stringify(properties.relationships.properties[relation]?.properties.data).includes('{"type":"null"}')
  }
  expect(nullIn('ProjectMembersCreation', 'project')).toBe(false)
  expect(nullIn('ProjectMembers', 'user')).toBe(false)
  expect(nullIn('Folders', 'project')).toBe(false)
  for (const schema of ['Folders', 'FoldersCreation', 'FoldersChange']) expect(nullIn(schema, 'parent')).toBe(true)
})

test('failures are sent as they are described: in the format of JSON:API, of the sign-in calls, of OData and of SCIM', async () => {
  const ajv = new Ajv2020({ strict: false })
  ajv.addSchema(description, 'openapi')
  const directory = directoryClient(app)
  const [json, jsonApi, scim] = ['application/json', 'application/vnd.api+json', 'application/scim+json']
  const basic = `Basic ${Buffer.from('reports:nothing').toString('base64')}`
  const scimUsers = `/scim/${customerId('nordbygg')}/v2/Users`
  const sent = [
    ['GET /mgw/api/v3/projects', 400, jsonApi, await as('kari').inject({ url: '/mgw/api/v3/projects?colour=red' })],
    ['GET /mgw/api/v3/projects', 401, jsonApi, await anonymous.inject({ url: '/mgw/api/v3/projects' })],
    [
      'POST /mgw/api/v2/login',
      422,
      json,
      await anonymous.inject({ method: 'POST', url: '/mgw/api/v2/login', payload: {} }),
    ],
    [
      'GET /odata/{customer}/{table}',
      401,
      json,
      await anonymous.inject({ url: `/odata/${customerId('nordbygg')}/Projects`, headers: { authorization: basic } }),
    ],
    [
      'GET /odata/{customer}/{table}',
      404,
      json,
      await as('anna').inject({ url: `/odata/${customerId('nordbygg')}/Nothing` }),
    ],
    ['GET /scim/{customer}/v2/Users', 401, scim, await anonymous.inject({ url: scimUsers })],
    ['GET /scim/{customer}/v2/Users', 403, scim, await as('anna').inject({ url: scimUsers })],
  ] as const
  interface Failure {
    name: string
    status: number
    type: string
    statusCode: number
    headers: Record<string, unknown>
    body: unknown
  }
  const failures = sent.map(
    ([name, status, type, { statusCode, headers, body }]): Failure => ({
      ...{ name, status, type, statusCode, headers },
      body: JSON.parse(body) as unknown,
    }),
  )
  for (const [name, status, answer] of [
    ['POST /scim/{customer}/v2/Users', 400, await directory('POST', '/Users', { userName: 7 })],
    ['POST /scim/{customer}/v2/Users/.search', 400, await directory('POST', '/Users/.search', { count: 'many' })],
    ['GET /scim/{customer}/v2/Users/{id}', 404, await directory('GET', '/Users/nobody')],
  ] as const)
    failures.push({ ...{ name, status, type: scim }, ...{ ...answer, statusCode: answer.status, status } })
  for (const { name, status, type, statusCode, headers, body } of failures) {
    expect([statusCode, String(headers['content-type']).split(';')[0]], name).toEqual([status, type])
    const { $ref = '' } = described(name).responses[status] as { $ref?: string }
    const { content, headers: describedHeaders = {} } = description.components.responses[$ref.replace(/^.*\//, '')] as {
      content: Record<string, { schema: { $ref: string } }>
      headers?: object
    }
    expect(Object.keys(content), name).toEqual([type])
    const isValid = ajv.compile({ $ref: `openapi${content[type]?.schema.$ref}` })
    expect(isValid(body), `${name} ${JSON.stringify(body)}: ${ajv.errorsText(isValid.errors)}`).toBe(true)
    expect(isValid({}), name).toBe(false)
    expect('WWW-Authenticate' in describedHeaders, name).toBe('www-authenticate' in headers)
  }
  const scimStatuses = operations
    .filter(({ name }) => name.includes('/scim/'))
    .flatMap(({ responses }) => Object.keys(responses))
  expect(scimStatuses).not.toContain('422')
})

/** The attributes of a component. */
function attributesOf(name: string): string[] {
  const { properties } = description.components.schemas[name] as {
    properties: { attributes: { properties: Record<string, unknown> } }
  }
  return Object.keys(properties.attributes.properties)
}

test('a resource is described with its filters, its sorts and its fields', () => {
  const list = description.paths[projects.path]?.get
  const names = list?.parameters?.flatMap((parameter) => ('name' in parameter ? [parameter.name] : []))
  expect(names).toEqual(
    expect.arrayContaining(['filter[customer]', 'filter[q]', 'sort', 'include', 'fields[projects]']),
  )
  expect(attributesOf('Projects')).toEqual([...projects.attributes])
  const written = attributesOf('ProjectsCreation')
  expect(written).toContain('name')
  for (const readOnly of projects.readOnly) expect(written).not.toContain(readOnly)
})

test('the page says the same, without scripts, styles of others or requests', async () => {
  const page = await anonymous.inject({ url: '/api-docs' })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
  )
  expect(page.body).not.toMatch(/<script|<link|<img|style=|onclick|https?:\/\/(?!localhost)[^"]*"/)
  for (const { name } of description.tags) expect(page.body).toContain(`<h2 id="${name}">`)
  expect(page.body).toContain('/auth/v1/login')
})

test('it is read by anybody', async () => {
  expect((await as('mei').inject({ url: '/openapi.json' })).json()).toEqual(description)
  expect(answered.headers['content-type']).toBe('application/json; charset=utf-8')
})
