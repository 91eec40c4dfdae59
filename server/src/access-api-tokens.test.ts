import { workflows } from '@lintel/contract/content/workflows'
import { type ApiScope, apiTokenPrefix } from '@lintel/contract/identity/api-tokens'
import { listAddress } from '@lintel/contract/jsonapi/query'
import { type AnyResource, inProject } from '@lintel/contract/jsonapi/resource'
import { invitations } from '@lintel/contract/people/invitations'
import { projects } from '@lintel/contract/projects/projects'
import { afterEach, expect, test } from 'vitest'
import { customerId } from '../demo/customers'
import { personId } from '../demo/person-id'
import { actors, harbour, nordbygg } from '../test/access/actors'
import { accessWorld } from '../test/access-world'
import { apiClient } from '../test/api-client'
import { hashSecret } from './identity/random-secret'
import { routeName } from './platform/route'

const { app, db, routes, accessMatrix, rollBack, commit } = await accessWorld()

const tokenOf = (scope: ApiScope) => `${apiTokenPrefix}${hashSecret(scope).toString('base64url')}`
const scopes = ['read', 'members:write', 'content:write', 'scim'] as const satisfies readonly ApiScope[]
await db
  .insertInto('api_token')
  .values(
    scopes.map((scope, at) => ({
      id: `018cc251-f400-7000-8000-00000000a00${at}`,
      customer_id: nordbygg,
      user_id: personId('reports@nordbygg.example'),
      scopes: [scope],
      secret_hash: hashSecret(tokenOf(scope)),
      created_at: new Date().toISOString(),
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    })),
  )
  .execute()
await commit()
afterEach(rollBack)

const by = (scope: ApiScope) => apiClient(app, async () => tokenOf(scope))
const contentPath = (type: string) => `/project-{project}/api/v1/${type}`
const versions = (route: string) => [route, route.replace('/v3/', '/v2/')]

/** The response to an API token of each scope; every other route rejects it. */
const reached: Record<ApiScope, readonly string[]> = {
  read: [
    ...[
      ...[
        'users',
        'user-organizations',
        'customer-user-profiles',
        'directory-groups',
        'directory-group-access',
        'project-members',
        'projects',
        'project-stats',
      ],
      ...['project-templates', 'customers'],
    ].flatMap((type) => versions(`GET /mgw/api/v3/${type}`).flatMap((list) => [list, `${list}/{id}`])),
    'GET /mgw/api/v1/users/export/json',
  ],
  'members:write': [
    'POST /mgw/api/v3/project-members',
    'PATCH /mgw/api/v3/project-members/{id}',
    'DELETE /mgw/api/v3/project-members/{id}',
    'GET /mgw/api/v3/invitations',
    'GET /mgw/api/v3/invitations/{id}',
    'DELETE /mgw/api/v3/invitations/{id}',
    'POST /mgw/api/v3/invitations/{id}/resend',
  ].flatMap(versions),
  'content:write': [
    ...[
      ...['workflows', 'checklists', 'checklist-runs', 'topics', 'folders', 'folder-labels', 'documents', 'groups'],
      ...['label-groups', 'report-templates', 'takt-trains', 'custom-views', 'ifc-models', 'buildings', 'spaces'],
    ].flatMap((type) => [
      ...['GET', 'POST'].map((method) => `${method} ${contentPath(type)}`),
      ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} ${contentPath(type)}/{id}`),
    ]),
    ...['workflow-statuses', 'checklist-statuses'].flatMap((type) => [
      `GET ${contentPath(type)}`,
      `GET ${contentPath(type)}/{id}`,
    ]),
    ...versions('GET /mgw/api/v3/project-contents').flatMap((list) => [list, `${list}/{id}`]),
    `POST ${contentPath('topics')}/trends`,
    `GET ${contentPath('topics')}/export/json`,
    `GET ${contentPath('checklists')}/export/json`,
    `GET ${contentPath('documents')}/{id}/content`,
    `GET ${contentPath('documents')}/{id}/versions`,
    `POST ${contentPath('documents')}/{id}/versions`,
  ],
  scim: [
    ...[
      'ServiceProviderConfig',
      'ResourceTypes',
      'ResourceTypes/{id}',
      'Schemas',
      'Schemas/{id}',
      'Users',
      'Users/{id}',
      'Groups',
      'Groups/{id}',
    ].map((path) => `GET /scim/{customer}/v2/${path}`),
    ...['Users', 'Groups'].flatMap((type) => [
      `POST /scim/{customer}/v2/${type}`,
      `POST /scim/{customer}/v2/${type}/.search`,
      `PUT /scim/{customer}/v2/${type}/{id}`,
      `PATCH /scim/{customer}/v2/${type}/{id}`,
      `DELETE /scim/{customer}/v2/${type}/{id}`,
    ]),
  ],
}

/** Public routes do not evaluate the bearer: an API token counts as anonymous. */
const unasked = new Set(routes.filter(({ terms }) => terms.ignoresBearer).map(routeName))
const nobody = actors.findIndex(({ is }) => is === 'anonymous')

test.each([...new Set(accessMatrix.map(({ route }) => route))])(
  'D12, G1: %s answers the API tokens of its scopes, and refuses those of every other',
  async (route) => {
    for (const scope of scopes) {
      const answered: number[] = []
      for (const { request } of accessMatrix.filter((row) => row.route === route)) {
        const answer = await by(scope).inject(request)
        await rollBack()
        if (request.payloadAsStream) answer.stream().destroy()
        answered.push(answer.statusCode)
      }
      const ofNobody = accessMatrix.filter((row) => row.route === route).map(({ statuses }) => statuses[nobody])
      if (unasked.has(route)) expect([scope, answered]).toEqual([scope, ofNobody])
      else if (reached[scope].includes(route))
        expect([scope, answered.some((status) => status < 300)]).toEqual([scope, true])
      else expect([scope, new Set(answered)]).toEqual([scope, new Set([403])])
    }
  },
)

test('every route that a scope is said to reach is one', () => {
  const known = new Set(accessMatrix.map(({ route }) => route))
  expect(scopes.flatMap((scope) => reached[scope].filter((route) => !known.has(route)))).toEqual([])
})

test('D12: an API token includes only what one of its scopes reads', async () => {
  const including = async (scope: ApiScope, resource: AnyResource, include: string[]) => {
    const { statusCode, body } = await by(scope).inject({ url: listAddress(resource, { include, page: { size: 1 } }) })
    const { errors, included } = JSON.parse(body)
    return [statusCode, errors?.[0].detail ?? typeof included]
  }
  expect(await including('read', projects, ['customer', 'owner'])).toEqual([200, 'object'])
  for (const include of [['features'], ['customer', 'providers']]) {
    expect(await including('read', projects, include)).toEqual([403, 'This cannot be done with an API token'])
  }
  expect(await including('members:write', invitations, [])).toEqual([200, 'undefined'])
  for (const include of ['user', 'project']) {
    const refused = [403, 'The API token does not have the scope read']
    expect(await including('members:write', invitations, [include])).toEqual(refused)
  }
})

test('D12, G3: what an API token reads is of its own customer', async () => {
  for (const { route, request } of accessMatrix) {
    if (!reached.read.includes(route)) continue
    const answer = await by('read').inject(request)
    const text = answer.body
    expect([route, /fjellbane/i.test(text)]).toEqual([route, false])
  }
})

test('G1, G3: the scope content:write stands for level 20 in the projects of its customer, and in no other', async () => {
  const program = by('content:write')
  const states = [{ name: 'Open', kind: 'open' as const }]
  const draft = { name: 'Defects/By a program', color: '#1c7ed6', states }
  const made = await program.post(inProject(workflows, harbour), { ...draft, project: harbour })
  const { actor_email, acting_as, action } = await db
    .selectFrom('audit_event')
    .select(['action', 'acting_as', 'actor_email'])
    .where('target_id', '=', made.id)
    .executeTakeFirstOrThrow()
  expect({ action, acting_as, actor_email }).toEqual({
    action: 'workflows.create',
    acting_as: '018cc251-f400-7000-8000-00000000a002',
    actor_email: 'reports@nordbygg.example',
  })
  await program.patch(inProject(workflows, harbour), made.id, { name: 'Defects/By another program' })
  await program.remove(inProject(workflows, harbour), made.id)

  const foreign = await db
    .selectFrom('workflow')
    .innerJoin('project', 'project.id', 'workflow.project_id')
    .select(['workflow.id', 'workflow.project_id as project'])
    .where('project.customer_id', '=', customerId('fjellbane'))
    .where('project.status', '=', 'Running')
    .executeTakeFirstOrThrow()
  const unknown = '00000000-0000-7000-8000-0000000000ff'
  for (const { id, project } of [foreign, { id: unknown, project: unknown }]) {
    const theirs = inProject(workflows, project)
    await expect(program.get(theirs, id)).rejects.toMatchObject({ code: 'notFound' })
    await expect(program.remove(theirs, id)).rejects.toMatchObject({ code: 'notFound' })
    await expect(program.post(theirs, { ...draft, project })).rejects.toMatchObject({ code: 'notFound' })
  }
})
