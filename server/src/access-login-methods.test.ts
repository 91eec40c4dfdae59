import { text } from 'node:stream/consumers'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, expect, test } from 'vitest'
import { customerId } from '../demo/customers'
import { harbour, nordbygg } from '../test/access/asked'
import { accessMatrixOf } from '../test/access-matrix'
import { rewindingDatabase } from '../test/rewinding-database'
import { testDatabase } from '../test/test-database'
import type { Visitor } from '../test/visitor'
import { worldOn } from '../test/world'

const unhurried = { calls: 1_000_000, seconds: 60 }

const { url } = await testDatabase()
const { db, rewind, keep, close } = await rewindingDatabase(url)
afterAll(close)
const { as, clock } = await worldOn(db, {
  rates: {
    general: unhurried,
    signIn: unhurried,
    providerMatch: unhurried,
    resetRequest: unhurried,
    guestLogin: unhurried,
  },
})

const { id: auditEvent } = await db
  .selectFrom('audit_event')
  .select('id')
  .where('tenant_id', '=', customerId('nordbygg'))
  .limit(1)
  .executeTakeFirstOrThrow()
const accessMatrix = accessMatrixOf({ auditEvent })

/** The ways in that are asked by. */
const ways = {
  password: {},
  'second factor': { secondFactor: true },
  'right provider': { provider: 'partnerengineering' },
  'wrong provider': { provider: 'vvsteknik' },
} as const
type Way = keyof typeof ways

const sessionsOf = (email: string) =>
  Object.fromEntries(Object.entries(ways).map(([way, how]) => [way, as(email, how)])) as Record<Way, Visitor>
const people = {
  owner: sessionsOf('ola@nordbygg.example'),
  administrator: sessionsOf('astrid@nordbygg.example'),
}
for (const sessions of Object.values(people)) {
  for (const person of Object.values(sessions)) await person.inject({ method: 'GET', url: '/mgw/api/v3/features' })
}
await keep()
afterEach(async () => {
  await rewind()
  await setMethods('project', harbour, [])
  await setMethods('customer', nordbygg, [])
})

/** What is wanted from now on; who somebody is may be known from a second ago. */
async function setMethods(table: 'project' | 'customer', id: string, providers: string[]): Promise<void> {
  await db.updateTable(table).set({ providers }).where('id', '=', id).execute()
  await keep()
  clock.pass(1_001)
}

/** Routes of one version only: what another version's address answers is the same function. */
const rows = accessMatrix.filter(({ route }) => !/\/mgw\/api\/v2\//.test(route) || !hasNewerVersion(route))
function hasNewerVersion(route: string) {
  return accessMatrix.some((other) => other.route === route.replace('/mgw/api/v2/', '/mgw/api/v3/'))
}

async function wanted(answer: LightMyRequestResponse): Promise<string[] | undefined> {
  if (answer.statusCode !== 403) return undefined
  const [problem] = JSON.parse(answer.body ?? (await text(answer.stream()))).errors
  return problem.code === 'loginMethodRequired' ? problem.meta.loginMethods : undefined
}

/** The routes that send a session away because of its login method, and what they say would do. */
async function refusedRoutes(person: Visitor) {
  const refused: string[] = []
  const methods = new Set<string>()
  for (const { route, request } of rows) {
    const needed = await wanted(await person.inject(request))
    if (needed) refused.push(route)
    for (const method of needed ?? []) methods.add(method)
    await rewind()
  }
  return { refused: refused.sort(), methods: [...methods] }
}

const ofProject = [
  'DELETE /mgw/api/v3/invitations/{id}',
  'DELETE /mgw/api/v3/project-members/{id}',
  'DELETE /mgw/api/v3/projects/{id}',
  'GET /mgw/api/v2/projects/{id}/creation',
  'GET /mgw/api/v3/invitations/{id}',
  'GET /mgw/api/v3/project-members/{id}',
  'GET /mgw/api/v3/project-stats/{id}',
  'GET /mgw/api/v3/projects/{id}',
  'PATCH /mgw/api/v3/project-members/{id}',
  'PATCH /mgw/api/v3/projects/{id}',
  'POST /mgw/api/v2/projects/{id}/creation/retry',
  'POST /mgw/api/v2/projects/{id}/opened',
  'POST /mgw/api/v3/invitations/{id}/link',
  'POST /mgw/api/v3/invitations/{id}/resend',
  'POST /mgw/api/v3/project-members',
]

/** What an administrator asks of the customer and of its projects. */
const ofCustomer = [
  'DELETE /auth/v1/users/{email}/sessions',
  'DELETE /mgw/api/v3/customer-domains/{id}',
  'DELETE /mgw/api/v3/customer-user-profiles/{id}',
  'DELETE /mgw/api/v3/customers/{id}',
  'DELETE /mgw/api/v3/invitations/{id}',
  'DELETE /mgw/api/v3/project-members/{id}',
  'DELETE /mgw/api/v3/project-templates/{id}',
  'DELETE /mgw/api/v3/projects/{id}',
  'DELETE /mgw/api/v3/user-organizations/{id}',
  'GET /mgw/api/v1/users/export/json',
  'GET /mgw/api/v1/users/export/xlsx',
  'GET /mgw/api/v2/projects/{id}/creation',
  'GET /mgw/api/v3/access-why',
  'GET /mgw/api/v3/audit-events',
  'GET /mgw/api/v3/change-sets',
  'GET /mgw/api/v3/change-sets/{id}',
  'GET /mgw/api/v3/change-sets/{id}/rows',
  'GET /mgw/api/v3/change-sets/{id}/undo',
  'GET /mgw/api/v3/customer-domains',
  'GET /mgw/api/v3/customer-domains/{id}',
  'GET /mgw/api/v3/customer-user-profiles',
  'GET /mgw/api/v3/customer-user-profiles/{id}',
  'GET /mgw/api/v3/customers/{customer}/access-matrix',
  'GET /mgw/api/v3/customers/{id}',
  'GET /mgw/api/v3/events',
  'GET /mgw/api/v3/invitations',
  'GET /mgw/api/v3/invitations/{id}',
  'GET /mgw/api/v3/project-members',
  'GET /mgw/api/v3/project-members/{id}',
  'GET /mgw/api/v3/project-stats/{id}',
  'GET /mgw/api/v3/projects/{id}',
  'GET /mgw/api/v3/template-projects/{id}',
  'GET /mgw/api/v3/user-organizations',
  'GET /mgw/api/v3/user-organizations/{id}',
  'GET /mgw/api/v3/users',
  'PATCH /mgw/api/v3/customer-user-profiles/{id}',
  'PATCH /mgw/api/v3/customers/{id}',
  'PATCH /mgw/api/v3/project-members/{id}',
  'PATCH /mgw/api/v3/project-templates/{id}',
  'PATCH /mgw/api/v3/projects/{id}',
  'PATCH /mgw/api/v3/user-organizations/{id}',
  'POST /mgw/api/v2/projects/{id}/creation/retry',
  'POST /mgw/api/v2/projects/{id}/opened',
  'POST /mgw/api/v3/change-sets',
  'POST /mgw/api/v3/change-sets/{id}/apply',
  'POST /mgw/api/v3/change-sets/{id}/undo',
  'POST /mgw/api/v3/customer-user-profiles',
  'POST /mgw/api/v3/invitations/{id}/link',
  'POST /mgw/api/v3/invitations/{id}/resend',
  'POST /mgw/api/v3/operations',
  'POST /mgw/api/v3/project-members',
  'POST /mgw/api/v3/project-templates',
  'POST /mgw/api/v3/projects',
  'POST /mgw/api/v3/user-organizations',
  'POST /mgw/api/v3/users/{user}/password-reset',
]

const opens: Record<string, readonly Way[]> = {
  partnerengineering: ['right provider'],
  COGNITO_MFA: ['second factor'],
}
const each = Object.keys(opens).flatMap((method) => (Object.keys(ways) as Way[]).map((way) => [method, way] as const))

test.each(each)(
  'G10: a project that wants %s gives a session by %s nothing on any route, unless that is what it wants',
  async (method, way) => {
    await setMethods('project', harbour, [method])
    const { refused, methods } = await refusedRoutes(people.owner[way])
    if (opens[method]?.includes(way)) return expect({ refused, methods }).toEqual({ refused: [], methods: [] })
    expect({ refused, methods }).toEqual({ refused: ofProject, methods: [method] })
  },
)

test.each(each)(
  'G10: a customer that wants %s answers an administrator by %s on no route of the console, unless that is what it wants',
  async (method, way) => {
    await setMethods('customer', nordbygg, [method])
    const { refused, methods } = await refusedRoutes(people.administrator[way])
    if (opens[method]?.includes(way)) return expect({ refused, methods }).toEqual({ refused: [], methods: [] })
    expect({ refused, methods }).toEqual({ refused: ofCustomer, methods: [method] })
  },
)
