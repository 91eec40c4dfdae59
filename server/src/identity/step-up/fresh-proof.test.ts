import { customers } from '@lintel/contract/customers/customers'
import { customerDomains } from '@lintel/contract/customers/domains'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { securityPolicies } from '@lintel/contract/customers/security-policies'
import { createSetupLink } from '@lintel/contract/identity/provider-setup'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { jsonApiMediaType, toRequest } from '@lintel/contract/jsonapi/document'
import { runOperations } from '@lintel/contract/jsonapi/operations'
import { address } from '@lintel/contract/jsonapi/query'
import { answerDeletion, recordDeletionRequest } from '@lintel/contract/people/deletion-tasks'
import { users } from '@lintel/contract/people/users'
import { projects } from '@lintel/contract/projects/projects'
import type { InjectOptions } from 'fastify'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { deletionRequester } from '../../../demo/deletion-requests'
import { demoId } from '../../../demo/demo-id'
import { projectId } from '../../../demo/projects'
import { multipartForm } from '../../../test/multipart-form'
import { updateOperation } from '../../../test/operations'
import { rollbackDatabase } from '../../../test/rollback-database'
import { testDatabase } from '../../../test/test-database'
import { worldOn } from '../../../test/world'
import { requireFreshProof } from '../../platform/fresh-proof'
import { routeName } from '../../platform/route'

const { url } = await testDatabase()
const { db, rollBack, commit, close } = await rollbackDatabase(url)
afterAll(close)
const unlimited = { calls: 1_000_000, seconds: 60 }
const { as, routes, clock } = await worldOn(db, { rates: { general: unlimited, signIn: unlimited } })
const nordbygg = customerId('nordbygg')
const fresh = { staff: as('staff'), mei: as('mei') }
const late = { staff: as('staff'), mei: as('mei') }
for (const person of Object.values(late)) await person.inject({ url: '/auth/v1/sessions' })
await db
  .updateTable('session')
  .set({ proved_at: new Date(clock.now() - 601_000).toISOString() })
  .execute()
for (const person of Object.values(fresh)) await person.inject({ url: '/auth/v1/sessions' })
clock.advance(1_001)
await commit()
afterEach(rollBack)

const document = (method: 'POST' | 'PATCH', at: string, body: object): InjectOptions => ({
  method,
  url: at,
  headers: { 'content-type': jsonApiMediaType },
  payload: JSON.stringify(body),
})
const call = (method: 'POST' | 'DELETE', at: string, body?: object): InjectOptions => ({
  method,
  url: at,
  ...(body && { payload: body }),
})
const customer = { name: 'Vestbygg AS', customerAdmins: ['mei@nordbygg.example'] }
const provider = 'partnerengineering'

interface Guarded {
  who: 'staff' | 'mei'
  request: InjectOptions
}

/** All calls that change access (security G9), each with a person who may make it. */
const guarded: Record<string, Guarded> = {
  'POST sso-providers': {
    who: 'staff',
    request: document('POST', ssoProviders.path, toRequest(ssoProviders, { id: 'vestbygg', name: 'Vestbygg' })),
  },
  'PATCH sso-providers/{id}': {
    who: 'staff',
    request: document('PATCH', address(ssoProviders, provider), toRequest(ssoProviders, { name: 'Partner' }, provider)),
  },
  'DELETE sso-providers/{id}': { who: 'staff', request: call('DELETE', address(ssoProviders, provider)) },
  'PATCH projects/{id}': {
    who: 'staff',
    request: document(
      'PATCH',
      address(projects, projectId('NB-2041')),
      toRequest(projects, { owner: 'mei@nordbygg.example' }, projectId('NB-2041')),
    ),
  },
  'POST deletion-requests': {
    who: 'staff',
    request: call('POST', recordDeletionRequest.path, {
      email: 'mei@nordbygg.example',
      reason: 'She wrote to support.',
    }),
  },
  'POST deletion-requests/{email}/answer': {
    who: 'staff',
    request: call('POST', callAddress(answerDeletion, { email: deletionRequester }), {
      customer: null,
      outcome: 'done',
    }),
  },
  'POST customers': {
    who: 'staff',
    request: document('POST', customers.path, toRequest(customers, customer)),
  },
  'PATCH customers/{id}': {
    who: 'staff',
    request: document(
      'PATCH',
      address(customers, nordbygg),
      toRequest(customers, { customerAdmins: ['mei@nordbygg.example'] }, nordbygg),
    ),
  },
  'DELETE customers/{id}': { who: 'staff', request: call('DELETE', address(customers, nordbygg)) },
  'PATCH users/{id}': {
    who: 'staff',
    request: document(
      'PATCH',
      address(users, 'lena@nordbygg.example'),
      toRequest(users, { role: 'rendra_staff' }, 'lena@nordbygg.example'),
    ),
  },
  'POST customer-domains': {
    who: 'staff',
    request: document(
      'POST',
      customerDomains.path,
      toRequest(customerDomains, { domain: 'new.example', customer: nordbygg }),
    ),
  },
  'DELETE customer-domains/{id}': {
    who: 'staff',
    request: call('DELETE', `${customerDomains.path}/${demoId('domain', 'nordbygg.example')}`),
  },
  'POST users/{email}/email-proof': {
    who: 'staff',
    request: call('POST', '/mgw/api/v3/users/lena@nordbygg.example/email-proof'),
  },
  'DELETE users/{user}/second-factor': {
    who: 'staff',
    request: call('DELETE', '/mgw/api/v3/users/lena@nordbygg.example/second-factor'),
  },
  'POST operations': {
    who: 'staff',
    request: call('POST', runOperations.path, {
      'atomic:operations': [updateOperation(users, 'lena@nordbygg.example', { role: 'rendra_staff' })],
    }),
  },
  'POST federation/link': {
    who: 'mei',
    request: call('POST', '/mgw/api/v2/federation/link', { authorizationCode: 'none', provider, state: 'none' }),
  },
  'DELETE external-identities/{id}': {
    who: 'mei',
    request: call('DELETE', `/auth/v1/external-identities/${demoId('identity', 'of nobody')}`),
  },
  'POST mfa/associate': { who: 'mei', request: call('POST', '/auth/v1/mfa/associate', { accessToken: 'none' }) },
  'POST mfa/enable': {
    who: 'mei',
    request: call('POST', '/auth/v1/mfa/enable', { accessToken: 'none', code: '000000' }),
  },
  'POST mfa/disable': {
    who: 'mei',
    request: call('POST', '/auth/v1/mfa/disable', { accessToken: 'none', code: '000000' }),
  },
  'POST mfa/recovery-codes': {
    who: 'mei',
    request: call('POST', '/auth/v1/mfa/recovery-codes', { accessToken: 'none' }),
  },
  'POST passkeys/registration': {
    who: 'mei',
    request: call('POST', '/auth/v1/passkeys/registration', { accessToken: 'none' }),
  },
  'POST passkeys': {
    who: 'mei',
    request: call('POST', '/auth/v1/passkeys', {
      accessToken: 'none',
      name: 'Phone',
      response: {
        id: 'none',
        rawId: 'none',
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: 'none', attestationObject: 'none' },
      },
    }),
  },
  'DELETE passkeys/{id}': {
    who: 'mei',
    request: call('DELETE', `/auth/v1/passkeys/${demoId('passkey', 'of nobody')}`),
  },
  'POST federation/setup-links/{provider}': {
    who: 'staff',
    request: call('POST', callAddress(createSetupLink, { provider }), { days: 7 }),
  },
  'POST feed-tokens': { who: 'mei', request: call('POST', '/auth/v1/feed-tokens', {}) },
  'POST display-tokens': {
    who: 'staff',
    request: call('POST', '/auth/v1/display-tokens', { customer: nordbygg, name: 'Canteen' }),
  },
  'PATCH security-policies/{id}': {
    who: 'staff',
    request: document(
      'PATCH',
      address(securityPolicies, nordbygg),
      toRequest(securityPolicies, { longestSessionHours: 12 }, nordbygg),
    ),
  },
  'POST api-tokens': {
    who: 'staff',
    request: call('POST', '/auth/v1/api-tokens', {
      apiUser: 'reports@nordbygg.example',
      scopes: ['read'],
      expiresAt: new Date(clock.now() + 86_400_000).toISOString(),
    }),
  },
  'POST rkv-ad-import': {
    who: 'staff',
    request: {
      method: 'POST',
      url: '/mgw/api/v3/rkv-ad-import',
      ...multipartForm({ planId: demoId('change-set', 'of nobody'), dryRun: 'false' }),
    },
  },
  'POST user-profiles/{email}/email': {
    who: 'mei',
    request: call('POST', '/mgw/api/v2/user-profiles/mei@nordbygg.example/email', { email: 'mei2@nordbygg.example' }),
  },
}

const shortName = (name: string) => name.replace(/ \/(mgw\/api\/v\d|auth\/v\d)\//, ' ')

test('G9: the calls that ask for a fresh proof are those listed here', () => {
  const guardedRoutes = routes.filter(({ terms }) => terms.freshProof).map((route) => shortName(routeName(route)))
  expect([...new Set(guardedRoutes)].sort()).toEqual(Object.keys(guarded).sort())
})

test.each(Object.entries(guarded))(
  'G9: %s is answered within ten minutes of a proof, and refused later',
  async (_, { who, request }) => {
    const codes = async (person: (typeof fresh)['mei']) => {
      const answer = await person.inject(request)
      return answer.statusCode < 400 ? [] : answer.json().errors.map(({ code }: { code: string }) => code)
    }
    expect(await codes(fresh[who])).not.toContain('stepUpRequired')
    await rollBack()
    expect(await codes(late[who])).toEqual(['stepUpRequired'])
  },
)

test('G9: what changes nothing about who can get in is asked nothing', async () => {
  const patch = toRequest(users, { language: 'zh' }, 'mei@nordbygg.example')
  const own = await late.mei.inject(document('PATCH', address(users, 'mei@nordbygg.example'), patch))
  expect(own.statusCode).toBe(200)
  const renamed = toRequest(customers, { name: 'Nordbygg Entreprenør AS' }, nordbygg)
  expect((await late.staff.inject(document('PATCH', address(customers, nordbygg), renamed))).statusCode).toBe(200)
})

test('G2: somebody who may not do it at all is refused, not asked', async () => {
  const answer = await late.mei.inject(guarded['POST sso-providers']?.request ?? {})
  expect(answer.json().errors[0].code).toBe('forbidden')
})

describe('K7: the clock', () => {
  const actor = { kind: 'person', provedAt: '2026-03-01T10:00:00Z' } as Parameters<typeof requireFreshProof>[0]['actor']
  const at = (instant: string) => () => requireFreshProof({ actor, now: Date.parse(instant) })
  test('K7: a proof is fresh for ten minutes, and an hour before it was made it is none', () => {
    expect(at('2026-03-01T10:10:00Z')).not.toThrow()
    expect(at('2026-03-01T10:10:01Z')).toThrow('Confirm that it is you')
    expect(at('2026-03-01T09:59:45Z')).not.toThrow()
    expect(at('2026-03-01T09:00:00Z')).toThrow('Confirm that it is you')
  })
})
