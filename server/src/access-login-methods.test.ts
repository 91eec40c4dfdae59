import { text } from 'node:stream/consumers'
import { exportUsersJson } from '@lintel/contract/exchange/users-export'
import { createFeedToken } from '@lintel/contract/identity/feed-tokens'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { listAddress } from '@lintel/contract/jsonapi/query'
import { changeSets, listChangeSetRows } from '@lintel/contract/people/change-sets'
import { projectMembers } from '@lintel/contract/people/members'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { projects } from '@lintel/contract/projects/projects'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import type { LightMyRequestResponse } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { harbour, mei, membership, nordbygg } from '../test/access/actors'
import { accessWorld } from '../test/access-world'
import { type ApiClient, apiClient } from '../test/api-client'

const { app, as, db, clock, accessMatrix, rollBack, commit, signInAll } = await accessWorld()

/** The login methods tested. */
const ways = {
  password: {},
  'second factor': { secondFactor: true },
  'right provider': { provider: 'partnerengineering' },
  'wrong provider': { provider: 'vvsteknik' },
} as const
type Way = keyof typeof ways

const sessionsOf = (email: string) =>
  Object.fromEntries(Object.entries(ways).map(([way, how]) => [way, as(email, how)])) as Record<Way, ApiClient>
const people = {
  owner: sessionsOf('ola@nordbygg.example'),
  administrator: sessionsOf('astrid@nordbygg.example'),
}
await signInAll(Object.values(people).flatMap((sessions) => Object.values(sessions)))
afterEach(async () => {
  await rollBack()
  await setMethods('project', harbour, [])
  await setMethods('customer', nordbygg, [])
})

// Memberships of the harbour that were changed, one individually and one in bulk: its history.
await people.administrator.password.patch(projectMembers, membership, { privilegeLevel: 15 })
const changed = await people.administrator.password.post(changeSets, {
  kind: 'roles',
  customer: nordbygg,
  input: { cells: [{ user: mei, project: harbour, level: 10 }] },
  apply: 'whenClean',
})
await commit()

/** Sets the required login methods; sessions may be cached for a second. */
async function setMethods(table: 'project' | 'customer', id: string, providers: string[]): Promise<void> {
  await db.updateTable(table).set({ providers }).where('id', '=', id).execute()
  await commit()
  clock.advance(1_001)
}

/** Routes of one version only, because other versions have the same handler. */
const rows = accessMatrix.filter(({ route }) => !/\/mgw\/api\/v2\//.test(route) || !hasNewerVersion(route))
function hasNewerVersion(route: string) {
  return accessMatrix.some((other) => other.route === route.replace('/mgw/api/v2/', '/mgw/api/v3/'))
}

async function wanted(answer: LightMyRequestResponse): Promise<string[] | undefined> {
  if (answer.statusCode !== 403) return undefined
  const { errors, error } = JSON.parse(answer.body ?? (await text(answer.stream())))
  // OData has a single error with its details nested; SCIM has no code.
  const { code, meta = error?.innererror } = error ?? errors?.[0] ?? {}
  return code === 'loginMethodRequired' ? meta.loginMethods : undefined
}

/** Routes that reject a session because of its login method, and the methods they name. */
async function refusedRoutes(person: ApiClient) {
  const refused: string[] = []
  const methods = new Set<string>()
  for (const { route, request } of rows) {
    const needed = await wanted(await person.inject(request))
    if (needed) refused.push(route)
    for (const method of needed ?? []) methods.add(method)
    await rollBack()
  }
  return { refused: refused.sort(), methods: [...methods] }
}

/** Everything that reads or changes the contents of the project: a session with an excluded login method gets none of it. */
const ofContent = rows.map(({ route }) => route).filter((route) => route.includes(' /project-{project}/'))

const ofProject = [
  ...ofContent,
  'DELETE /mgw/api/v3/invitations/{id}',
  'DELETE /mgw/api/v3/project-members/{id}',
  'DELETE /mgw/api/v3/projects/{id}',
  'GET /mgw/api/v2/projects/{id}/creation',
  'GET /mgw/api/v3/invitations/{id}',
  'GET /mgw/api/v3/project-contents/{id}',
  'GET /mgw/api/v3/project-members/{id}',
  'GET /mgw/api/v3/project-stats/{id}',
  'GET /mgw/api/v3/projects/{id}',
  'GET /mgw/api/v3/projects/{id}/activity',
  'GET /mgw/api/v3/projects/{id}/events',
  'PATCH /mgw/api/v3/project-members/{id}',
  'PATCH /mgw/api/v3/projects/{id}',
  'POST /mgw/api/v1/projects/{id}/_starttrigger',
  'POST /mgw/api/v2/projects/{id}/creation/retry',
  'POST /mgw/api/v2/projects/{id}/opened',
  'POST /mgw/api/v3/change-sets',
  'POST /mgw/api/v3/invitations/{id}/link',
  'POST /mgw/api/v3/invitations/{id}/resend',
  'POST /mgw/api/v3/project-members',
  'POST /mgw/api/v3/projects/{id}/leave',
]

/** Requests of an administrator about the customer and its projects. */
const ofCustomer = [
  ...ofContent,
  'DELETE /auth/v1/api-tokens/{id}',
  'DELETE /auth/v1/display-tokens/{id}',
  'DELETE /auth/v1/users/{email}/sessions',
  'DELETE /mgw/api/v3/customer-domains/{id}',
  'DELETE /mgw/api/v3/customer-user-profiles/{id}',
  'DELETE /mgw/api/v3/customers/{id}',
  'DELETE /mgw/api/v3/dashboard-widgets/{id}',
  'DELETE /mgw/api/v3/directory-group-access/{id}',
  'DELETE /mgw/api/v3/invitations/{id}',
  'DELETE /mgw/api/v3/project-members/{id}',
  'DELETE /mgw/api/v3/project-templates/{id}',
  'DELETE /mgw/api/v3/projects/{id}',
  'DELETE /mgw/api/v3/user-organizations/{id}',
  'GET /auth/v1/api-tokens',
  'GET /auth/v1/api-tokens',
  'GET /auth/v1/display-tokens',
  'GET /mgw/api/v1/audit-events/export/csv',
  'GET /mgw/api/v1/audit-events/export/jsonl',
  'GET /mgw/api/v1/classifications/stats',
  'GET /mgw/api/v1/project-stats',
  'GET /mgw/api/v1/topics/exports',
  'GET /mgw/api/v1/topics/exports/workflows',
  'GET /mgw/api/v1/users/export/json',
  'GET /mgw/api/v1/users/export/xlsx',
  'GET /mgw/api/v2/projects/{id}/creation',
  'GET /mgw/api/v3/access-why',
  'GET /mgw/api/v3/audit-events',
  'GET /mgw/api/v3/audit-state',
  'GET /mgw/api/v3/audit-state',
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
  'GET /mgw/api/v3/dashboard-images/{id}/content',
  'GET /mgw/api/v3/dashboard-widgets/{id}',
  'GET /mgw/api/v3/deletion-requests',
  'GET /mgw/api/v3/directory-group-access',
  'GET /mgw/api/v3/directory-group-access/{id}',
  'GET /mgw/api/v3/directory-groups',
  'GET /mgw/api/v3/directory-groups/{id}',
  'GET /mgw/api/v3/events',
  'GET /mgw/api/v3/invitations',
  'GET /mgw/api/v3/invitations/{id}',
  'GET /mgw/api/v3/project-members',
  'GET /mgw/api/v3/project-contents/{id}',
  'GET /mgw/api/v3/project-members/{id}',
  'GET /mgw/api/v3/project-stats/{id}',
  'GET /mgw/api/v3/projects/{id}',
  'GET /mgw/api/v3/projects/{id}/activity',
  'GET /mgw/api/v3/projects/{id}/events',
  'GET /mgw/api/v3/security-policies/{id}',
  'GET /mgw/api/v3/template-projects/{id}',
  'GET /mgw/api/v3/user-organizations',
  'GET /mgw/api/v3/user-organizations/{id}',
  'GET /mgw/api/v3/users',
  'GET /odata/{customer}',
  'GET /odata/{customer}/$metadata',
  'GET /odata/{customer}/{table}',
  'GET /odata/{customer}/{table}/$count',
  'PATCH /mgw/api/v3/customer-user-profiles/{id}',
  'PATCH /mgw/api/v3/customers/{id}',
  'PATCH /mgw/api/v3/dashboard-widgets/{id}',
  'PATCH /mgw/api/v3/directory-group-access/{id}',
  'PATCH /mgw/api/v3/project-members/{id}',
  'PATCH /mgw/api/v3/project-templates/{id}',
  'PATCH /mgw/api/v3/projects/{id}',
  'PATCH /mgw/api/v3/security-policies/{id}',
  'PATCH /mgw/api/v3/user-organizations/{id}',
  'POST /auth/v1/api-tokens',
  'POST /auth/v1/display-tokens',
  'POST /mgw/api/v1/projects/export/csv',
  'POST /mgw/api/v1/projects/{id}/_starttrigger',
  'POST /mgw/api/v1/topics/exports',
  'POST /mgw/api/v2/projects/{id}/creation/retry',
  'POST /mgw/api/v2/projects/{id}/opened',
  'POST /mgw/api/v3/change-sets',
  'POST /mgw/api/v3/change-sets',
  'POST /mgw/api/v3/change-sets/{id}/apply',
  'POST /mgw/api/v3/change-sets/{id}/cancel',
  'POST /mgw/api/v3/change-sets/{id}/undo',
  'POST /mgw/api/v3/customer-domains',
  'POST /mgw/api/v3/customer-domains/{id}/check',
  'POST /mgw/api/v3/customer-user-profiles',
  'POST /mgw/api/v3/deletion-requests/{email}/answer',
  'POST /mgw/api/v3/directory-group-access',
  'POST /mgw/api/v3/invitations/{id}/link',
  'POST /mgw/api/v3/invitations/{id}/resend',
  'POST /mgw/api/v3/operations',
  'POST /mgw/api/v3/project-members',
  'POST /mgw/api/v3/project-templates',
  'POST /mgw/api/v3/projects',
  'POST /mgw/api/v3/projects/{id}/leave',
  'POST /mgw/api/v3/rkv-ad-import',
  'POST /mgw/api/v3/rkv-ad-import/errors',
  'POST /mgw/api/v3/security-policies/{id}/preview',
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
    expect({ refused, methods }).toEqual({ refused: ofProject.toSorted(), methods: [method] })
  },
)

test.each(each)(
  'G10: a customer that wants %s answers an administrator by %s on no route of the console, unless that is what it wants',
  async (method, way) => {
    await setMethods('customer', nordbygg, [method])
    const { refused, methods } = await refusedRoutes(people.administrator[way])
    if (opens[method]?.includes(way)) return expect({ refused, methods }).toEqual({ refused: [], methods: [] })
    expect({ refused, methods }).toEqual({ refused: ofCustomer.toSorted(), methods: [method] })
  },
)

/** Routes whose responses name the project: exports, versions and bytes do not. */
const contentReads = [
  ...ofContent.filter((route) => route.startsWith('GET ') && !/\/(export\/json|content|versions)$/.test(route)),
  'GET /mgw/api/v3/project-contents/{id}',
]

/** Lists, exports and histories that contain the harbour for persons with access. */
const holding = {
  owner: [
    ...contentReads,
    'GET /mgw/api/v3/invitations',
    'GET /mgw/api/v3/invitations/{id}',
    'GET /mgw/api/v3/project-members',
    'GET /mgw/api/v3/project-members/{id}',
    'GET /mgw/api/v3/project-stats',
    'GET /mgw/api/v3/project-stats/{id}',
    'GET /mgw/api/v3/projects',
    'GET /mgw/api/v3/projects/{id}',
    'GET /mgw/api/v3/template-projects',
  ],
  administrator: [
    ...contentReads,
    'GET /mgw/api/v1/classifications/stats',
    'GET /mgw/api/v1/project-stats',
    'GET /mgw/api/v1/users/export/json',
    'GET /mgw/api/v3/audit-events of a membership',
    'GET /mgw/api/v3/audit-events of the project',
    'GET /mgw/api/v3/change-sets/{id}/rows of the project',
    'GET /mgw/api/v3/customers/{customer}/access-matrix',
    'GET /mgw/api/v3/invitations',
    'GET /mgw/api/v3/invitations/{id}',
    'GET /mgw/api/v3/project-members',
    'GET /mgw/api/v3/project-members/{id}',
    'GET /mgw/api/v3/project-stats',
    'GET /mgw/api/v3/project-stats/{id}',
    'GET /mgw/api/v3/projects',
    'GET /mgw/api/v3/projects/{id}',
    'GET /mgw/api/v3/template-projects',
    'GET /odata/{customer}/{table}',
  ],
}

/** These show that it exists, with the login methods that give access. */
const hints = ['GET /mgw/api/v3/home', 'GET /mgw/api/v3/project-links', 'GET /mgw/api/v3/project-links/{id}']

const reads = [
  ...rows
    .filter(({ request }) => request.method === 'GET' && !request.payloadAsStream)
    .map(({ route, request }) => ({ route, url: String(request.url) })),
  {
    route: 'GET /mgw/api/v3/audit-events of a membership',
    url: listAddress(auditEvents, { filter: { customer: nordbygg, target: membership } }),
  },
  {
    route: 'GET /mgw/api/v3/audit-events of the project',
    url: listAddress(auditEvents, { filter: { customer: nordbygg, subject: harbour } }),
  },
  {
    route: 'GET /mgw/api/v3/change-sets/{id}/rows of the project',
    url: callAddress(listChangeSetRows, { id: changed.id }),
  },
]

/** Does a response contain anything of the harbour besides the requested URL? */
function holds({ statusCode, headers, body }: LightMyRequestResponse): boolean {
  const type = String(headers['content-type'])
  // Document bytes are requested only of the harbour.
  if (statusCode === 200 && type === 'application/pdf') return true
  if (statusCode !== 200 || !/json|csv/.test(type)) return false
  // Files have lines and no links.
  const { links: _, ...told } = /jsonl|csv/.test(type) ? { body } : JSON.parse(body)
  const text = JSON.stringify(told)
  return text.includes(harbour) || text.includes('Barcode Harbour, block 4')
}

async function routesHolding(person: ApiClient): Promise<string[]> {
  const found = new Set<string>()
  for (const { route, url } of reads) {
    if (holds(await person.inject({ method: 'GET', url }))) found.add(route)
    await rollBack()
  }
  return [...found].filter((route) => !hints.includes(route)).sort()
}

test.each(each)(
  'G10: of a project that wants %s a session by %s finds nothing in lists, exports and histories, unless that is what it wants',
  async (method, way) => {
    await setMethods('project', harbour, [method])
    const isOpen = opens[method]?.includes(way)
    for (const who of ['owner', 'administrator'] as const) {
      const found = await routesHolding(people[who][way])
      // The newest event may be about anything.
      expect({ who, found }).toEqual({ who, found: isOpen ? expect.arrayContaining(holding[who]) : [] })
    }
    const history = await people.administrator[way].inject({
      method: 'GET',
      url: listAddress(auditEvents, { filter: { customer: nordbygg, subject: harbour } }),
    })
    expect(await wanted(history)).toEqual(isOpen ? undefined : [method])
  },
)

/** Feed tokens of the administrator, by the login method of the session that created them. */
const feeds = Object.fromEntries(
  await Promise.all(
    Object.entries(ways).map(async ([way, how]) => {
      const maker = as('astrid@nordbygg.example', { ...how, rememberMe: true })
      const { accessToken } = await maker.call(createFeedToken, { body: {} })
      return [way, apiClient(app, async () => accessToken)] as const
    }),
  ),
) as Record<Way, ApiClient>
await commit()

const exported = [
  listAddress(projects, { filter: { customer: nordbygg }, page: { size: 200 } }),
  listAddress(projectStats, { filter: { customer: nordbygg }, page: { size: 200 } }),
  listAddress(projectMembers, { filter: { customer: nordbygg, project: harbour } }),
  callAddress(exportUsersJson, undefined, { customer: nordbygg }),
]

test.each(each)(
  'G10, D10: of a project that wants %s a feed token that was made by %s reads nothing, and is told how many it does not read',
  async (method, way) => {
    const before = await exportedTo(feeds[way])
    expect(before.map(({ holds }) => holds)).toEqual(exported.map(() => true))
    await setMethods('project', harbour, [method])
    const after = await exportedTo(feeds[way])
    if (opens[method]?.includes(way)) return expect(after).toEqual(before)
    expect(after).toEqual(before.map(({ omitted }) => ({ holds: false, omitted: omitted + 1 })))
  },
)

async function exportedTo(feed: ApiClient) {
  const told: { holds: boolean; omitted: number }[] = []
  for (const url of exported) {
    const answer = await feed.inject({ method: 'GET', url })
    const { meta, omittedProjects } = answer.json()
    told.push({ holds: holds(answer), omitted: meta?.omittedProjects ?? omittedProjects })
    await rollBack()
  }
  return told
}

test.each(each)(
  'G10, D10: a customer that wants %s refuses a feed token that was made by %s, unless that is what it wants',
  async (method, way) => {
    await setMethods('customer', nordbygg, [method])
    for (const url of exported) {
      const needed = await wanted(await feeds[way].inject({ method: 'GET', url }))
      expect({ url, needed }).toEqual({ url, needed: opens[method]?.includes(way) ? undefined : [method] })
      await rollBack()
    }
  },
)
