import { userSettings } from '@lintel/contract/settings/user-settings'
import { afterEach, expect, test } from 'vitest'
import { actors, mei } from '../test/access/actors'
import { accessWorld } from '../test/access-world'
import type { ApiClient } from '../test/api-client'
import { expectJsonApi } from '../test/expect-json-api'
import { routeName } from './platform/route'

const { app, as, anonymous, routes, clock, accessMatrix, rollBack, commit, signInAll } = await accessWorld()
// Sessions must last as long as a busy machine takes for all requests; tokens last ten minutes.
clock.freeze()

const people: ApiClient[] = actors.map((actor) =>
  'email' in actor ? as(actor.email, 'guestOf' in actor ? { guestOf: actor.guestOf } : {}) : anonymous,
)
await signInAll(people)
await as(mei).post(userSettings, { id: 'projects', schemaVersion: 8, value: { columns: [{ id: 'name' }] } })
await commit()
afterEach(rollBack)

/** Routes of resources in every version: all their responses are JSON:API. */
const ofResources = new Set(routes.filter(({ subject }) => subject.kind === 'resource').map(routeName))

test('every route of a resource answers somebody, so that its answer is read against the public schema', () => {
  const answering = new Set(
    accessMatrix.filter(({ statuses }) => statuses.some((status) => status < 300)).map(({ route }) => route),
  )
  const silent = [...ofResources].filter((route) => !answering.has(route) && !route.startsWith('DELETE '))
  expect(silent).toEqual([])
})

/** A row of the matrix: who gets what. */
const told = (statuses: readonly number[]) => actors.map(({ is }, at) => `${is}: ${statuses[at]}`)

test('G1: every route is in the matrix, and every row of the matrix is a route', () => {
  const served = routes.map(routeName)
  expect(served.length).toBeGreaterThan(50)
  const rows = new Set(accessMatrix.map(({ route }) => route))
  expect([...rows].sort()).toEqual([...new Set(served)].sort())
})

test('G1: nothing is answered beside the routes, each of which has a policy', () => {
  const known = new Set(
    routes.flatMap(({ method, url }) =>
      (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((word) => nameless(`${word} ${url}`)),
    ),
  )
  expect([...new Set(registered())].sort()).toEqual([...known].sort())
})

/** A URL pattern without parameter names, which may differ between routes. */
const nameless = (route: string) => route.replaceAll(/:[^/]+/g, ':')

/** The routes that Fastify itself reports. */
function registered(): string[] {
  const lines = app.printRoutes({ commonPrefix: false }).split('\n')
  const path: string[] = []
  return lines.flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)/.exec(line) ?? []
    if (!part) return []
    path.splice(indent.length / 4)
    path.push(part)
    return methods.split(', ').map((method) => nameless(`${method} ${path.join('')}`))
  })
}

test.each(accessMatrix.map((row) => [row.route, row] as const))(
  'G1: %s answers each as the matrix says',
  async (_, row) => {
    expect(row.statuses).toHaveLength(actors.length)
    const answered: number[] = []
    for (const person of people) {
      const answer = await person.inject(row.request)
      answered.push(answer.statusCode)
      if (ofResources.has(row.route) && answer.statusCode !== 204) expectJsonApi(answer)
      await rollBack()
    }
    expect(told(answered)).toEqual(told(row.statuses))
  },
)

const rowsOfGet = accessMatrix.filter(({ request }) => request.method === 'GET')

test.each(rowsOfGet.map((row) => [row.route, row] as const))(
  'F5: %s answers HEAD as it answers GET, without a body',
  async (_, { request }) => {
    for (const person of people) {
      const got = await person.inject(request)
      await rollBack()
      const asked = await person.inject({ ...request, method: 'HEAD' })
      await rollBack()
      expect({ status: asked.statusCode, headers: namesOf(asked) }).toEqual({
        status: got.statusCode,
        headers: namesOf(got),
      })
      expect(asked.headers['content-type']).toBe(got.headers['content-type'])
      if (request.payloadAsStream) for (const stream of [got, asked]) stream.stream().destroy()
      else expect(asked.rawPayload).toHaveLength(0)
    }
  },
)

/** The headers of a response except those about the transfer of its body. */
const namesOf = ({ headers }: { headers: object }) =>
  Object.keys(headers)
    .filter((name) => name !== 'transfer-encoding')
    .sort()

const byPassword = as('guest@partner.example')
await signInAll([byPassword])
const guest = actors.findIndex(({ is }) => is === 'guest')

test.each(accessMatrix.map((row) => [row.route, row] as const))(
  'G6: %s answers a guest who signed in with a password as one who came by a link',
  async (_, row) => {
    const { statusCode } = await byPassword.inject(row.request)
    await rollBack()
    expect(statusCode).toBe(row.statuses[guest])
  },
)

const rowsOfOne = accessMatrix.filter(({ unknown, statuses }) => unknown && statuses.includes(404))

test.each(rowsOfOne.map((row) => [row.route, row] as const))(
  'G2, G3: %s: foreign is the same as unknown',
  async (_, row) => {
    for (const [at, person] of people.entries()) {
      if (row.statuses[at] !== 404 || !row.unknown) continue
      // An error response is complete, also where the success response would be a stream.
      const whole = { payloadAsStream: false } as const
      const foreign = await person.inject({ ...row.request, ...whole })
      const unknown = await person.inject({ ...row.unknown, ...whole })
      expect(foreign.statusCode).toBe(404)
      expect(withoutRequest(foreign)).toEqual(withoutRequest(unknown))
    }
  },
)

/** A response without what differs per request. */
function withoutRequest({ statusCode, headers, body }: { statusCode: number; headers: object; body: string }) {
  const { errors } = JSON.parse(body)
  return {
    statusCode,
    headers: Object.keys(headers).sort(),
    errors: errors.map((error: object) => ({ ...error, id: undefined })),
  }
}
