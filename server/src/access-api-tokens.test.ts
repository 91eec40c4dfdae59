import type { ApiScope } from '@lintel/contract/identity/api-tokens'
import { afterEach, expect, test } from 'vitest'
import { personId } from '../demo/person-id'
import { actors, nordbygg } from '../test/access/asked'
import { accessWorld } from '../test/access-world'
import { visitor } from '../test/visitor'
import { hashOf } from './identity/own-secret'
import { routeName } from './platform/route'

const { app, db, routes, accessMatrix, rewind, keep } = await accessWorld()

const tokenOf = (scope: string) => `lintel_api_${scope}`
const scopes = ['read', 'members:write', 'content:write', 'scim'] as const satisfies readonly ApiScope[]
await db
  .insertInto('api_token')
  .values(
    scopes.map((scope, at) => ({
      id: `018cc251-f400-7000-8000-00000000a00${at}`,
      customer_id: nordbygg,
      user_id: personId('reports@nordbygg.example'),
      scopes: [scope],
      secret_hash: hashOf(tokenOf(scope)),
      created_at: new Date().toISOString(),
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    })),
  )
  .execute()
await keep()
afterEach(rewind)

const by = (scope: ApiScope) => visitor(app, async () => tokenOf(scope))
const versions = (route: string) => [route, route.replace('/v3/', '/v2/')]

/** What an API token of each scope is answered; every other route refuses it. */
const reached: Record<ApiScope, readonly string[]> = {
  read: [
    ...[
      ...['users', 'user-organizations', 'customer-user-profiles', 'project-members', 'projects', 'project-stats'],
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
  // The content of projects is not served to them yet.
  'content:write': [],
  scim: [
    ...[
      'ServiceProviderConfig',
      'ResourceTypes',
      'ResourceTypes/{id}',
      'Schemas',
      'Schemas/{id}',
      'Users',
      'Users/{id}',
    ].map((path) => `GET /scim/{customer}/v2/${path}`),
    'POST /scim/{customer}/v2/Users',
    'PUT /scim/{customer}/v2/Users/{id}',
    'PATCH /scim/{customer}/v2/Users/{id}',
    'DELETE /scim/{customer}/v2/Users/{id}',
  ],
}

/** In front of the sign-in nobody is looked at: an API token is what nobody is. */
const unasked = new Set(routes.filter(({ terms }) => terms.ignoresBearer).map(routeName))
const nobody = actors.findIndex(({ is }) => is === 'anonymous')

test.each(scopes)(
  'D12, G1: an API token of the scope %s is answered by its routes, and by none beside them',
  async (scope) => {
    const answering = new Set<string>()
    const wrong: string[] = []
    for (const { route, request, statuses } of accessMatrix) {
      const answer = await by(scope).inject(request)
      await rewind()
      if (request.payloadAsStream) answer.stream().destroy()
      if (unasked.has(route)) {
        if (answer.statusCode !== statuses[nobody]) wrong.push(`${route}: ${answer.statusCode}`)
      } else if (reached[scope].includes(route)) {
        if (answer.statusCode < 300) answering.add(route)
      } else if (answer.statusCode !== 403) wrong.push(`${route}: ${answer.statusCode}`)
    }
    expect(wrong).toEqual([])
    expect([...answering].sort()).toEqual([...reached[scope]].sort())
  },
)

test('D12, G3: what an API token reads is of its own customer', async () => {
  for (const { route, request } of accessMatrix) {
    if (!reached.read.includes(route)) continue
    const answer = await by('read').inject(request)
    const text = answer.body
    expect([route, /fjellbane/i.test(text)]).toEqual([route, false])
  }
})
