import { ssoProviders } from '@lintel/contract/customers/providers'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { interceptStatements } from '../../../test/intercept-statements'
import { testApp } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { testSecretKey } from '../../../test/test-secrets'
import { twoCustomers } from '../../../test/two-customers'
import { readConfiguration } from '../../platform/configuration'
import { openSecrets } from '../../platform/secrets'
import { refuseUnknownLoginMethods } from './login-methods.store'
import { providerRoutes, providerUsageRoute } from './providers.routes'

const { db } = await testDatabase()
await db.deleteFrom('sso_provider').where('id', 'not like', 'COGNITO%').execute()
const { people, customers } = await twoCustomers(db)
const configuration = { secretKey: testSecretKey }
const app = await testApp({ db, people, resources: [providerRoutes], routes: [providerUsageRoute], configuration })
const as = (name: string) => apiClient(app, async () => name)
const { untilLockWaiters } = interceptStatements(db)
const anonymous = apiClient(app, async () => undefined)

const looks = { color: '#0b7285', textColor: '#ffffff' }
await as('stig').post(ssoProviders, {
  id: 'open',
  name: 'Open',
  ...looks,
  isPublic: true,
  hidden: false,
  emailRegex: '.+@open\\.example',
  issuer: 'https://open.example',
  clientSecret: 'a secret of theirs',
  description: 'Everybody sees this one',
})
await as('stig').post(ssoProviders, { id: 'quiet', name: 'Quiet', ...looks, isPublic: true })
await as('stig').post(ssoProviders, { id: 'nords', name: 'Nord’s own', ...looks })
await as('stig').post(ssoProviders, { id: 'sors', name: 'Sør’s own', ...looks })
await as('stig').post(ssoProviders, {
  id: 'off',
  name: 'Off',
  ...looks,
  isPublic: true,
  hidden: false,
  isDisabled: true,
})
await db
  .updateTable('customer')
  .set({ providers: ['nords', 'COGNITO'] })
  .where('id', '=', customers.nord)
  .execute()
await db
  .updateTable('customer')
  .set({ providers: ['sors'] })
  .where('id', '=', customers.sor)
  .execute()

const idsFor = async (who: ReturnType<typeof as>) => (await who.list(ssoProviders)).map(({ id }) => id).sort()

test('the sign-in screen lists public providers that are not hidden, and nothing about them but their looks', async () => {
  const [only, ...others] = await anonymous.list(ssoProviders)
  expect(others).toEqual([])
  expect(only).toEqual({
    id: 'open',
    version: 1,
    name: 'Open',
    icon: null,
    ...looks,
    emailRegex: '.+@open\\.example',
  })
  expect(await anonymous.get(ssoProviders, 'open')).toEqual(only)
  for (const id of ['quiet', 'nords', 'off', 'nothing']) {
    await expect(anonymous.get(ssoProviders, id)).rejects.toMatchObject({ status: 404, code: 'notFound' })
  }
})

test('the sign-in screen offers a provider once it has an issuer, and forces no address to it before', async () => {
  const shown = { isPublic: true, hidden: false, emailRegex: '.+@early\\.example' }
  await as('stig').post(ssoProviders, { id: 'early', name: 'Early', ...looks, ...shown })
  expect(await idsFor(anonymous)).toEqual(['open'])
  await expect(anonymous.get(ssoProviders, 'early')).rejects.toMatchObject({ status: 404, code: 'notFound' })
  await as('stig').patch(ssoProviders, 'early', { issuer: 'https://early.example' })
  expect(await idsFor(anonymous)).toEqual(['early', 'open'])
  await as('stig').remove(ssoProviders, 'early')
})

test('G3: signed-in people know the public providers and those of customers they read or work for', async () => {
  const everybodys = ['COGNITO', 'COGNITO_MFA', 'off', 'open', 'quiet']
  expect(await idsFor(as('kari'))).toEqual([...everybodys.slice(0, 2), 'nords', ...everybodys.slice(2)])
  expect(await idsFor(as('mei'))).toContain('nords')
  expect(await idsFor(as('tom'))).toEqual(everybodys)
  expect(await idsFor(as('lars'))).not.toContain('nords')
  await expect(as('lars').get(ssoProviders, 'nords')).rejects.toMatchObject({ status: 404 })
  expect(Object.keys(await as('kari').get(ssoProviders, 'nords')).sort()).toEqual(
    ['color', 'emailRegex', 'icon', 'id', 'name', 'textColor', 'version'].sort(),
  )
})

test('E10: the client secret goes in, is sealed, and never comes out', async () => {
  const answer = await as('stig').inject({ url: `${ssoProviders.path}/open` })
  expect(answer.json().data.attributes).toMatchObject({ clientSecret: '***', description: 'Everybody sees this one' })
  expect(answer.body).not.toContain('a secret of theirs')
  const sealed = async () =>
    (
      await db
        .selectFrom('sso_provider')
        .select('client_secret_encrypted as secret')
        .where('id', '=', 'open')
        .executeTakeFirstOrThrow()
    ).secret ?? ''
  const secrets = openSecrets({ ...readConfiguration({}), ...configuration })
  expect(await sealed()).not.toContain('secret of theirs')
  expect(secrets.open(await sealed(), 'sso-provider:open')).toBe('a secret of theirs')
  expect(() => secrets.open('sso-provider:quiet', 'sso-provider:quiet')).toThrow()
  const before = await sealed()
  await as('stig').patch(ssoProviders, 'open', { clientSecret: '***', icon: 'key' })
  expect(await sealed()).toBe(before)
  await as('stig').patch(ssoProviders, 'open', { clientSecret: 'another one' })
  expect(secrets.open(await sealed(), 'sso-provider:open')).toBe('another one')
  expect(await as('stig').patch(ssoProviders, 'open', { clientSecret: null })).toMatchObject({ clientSecret: null })
  const events = await db
    .selectFrom('audit_event')
    .select(['before', 'after'])
    .where('target_id', '=', 'open')
    .execute()
  expect(events.length).toBeGreaterThan(2)
  expect(JSON.stringify(events)).not.toMatch(/secret of theirs|another one/)
})

test('how we authenticate at a provider is automatic, or chosen by staff, who alone read it', async () => {
  expect(await as('stig').get(ssoProviders, 'open')).toMatchObject({ clientAuthentication: 'automatic' })
  const chosen = await as('stig').patch(ssoProviders, 'open', { clientAuthentication: 'client_secret_post' })
  expect(chosen).toMatchObject({ clientAuthentication: 'client_secret_post' })
  expect(await as('kari').get(ssoProviders, 'open')).not.toHaveProperty('clientAuthentication')
  const unknown = { clientAuthentication: 'private_key_jwt' as 'automatic' }
  await expect(as('stig').patch(ssoProviders, 'open', unknown)).rejects.toMatchObject({
    status: 422,
    source: { pointer: '/data/attributes/clientAuthentication' },
  })
})

test.each(['kari', 'ola', 'gus', undefined])('%s changes no provider', async (name) => {
  const who = name === undefined ? anonymous : as(name)
  const refusal = { code: name === undefined ? 'notSignedIn' : 'forbidden' }
  await expect(who.post(ssoProviders, { id: 'mine', name: 'Mine', ...looks })).rejects.toMatchObject(refusal)
  await expect(who.patch(ssoProviders, 'open', { name: 'Mine' })).rejects.toMatchObject(refusal)
  await expect(who.remove(ssoProviders, 'open')).rejects.toMatchObject(refusal)
})

test('nobody changes or removes the built-in login methods, or makes another of their name', async () => {
  await expect(as('stig').patch(ssoProviders, 'COGNITO', { name: 'Other' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(as('stig').remove(ssoProviders, 'COGNITO_MFA')).rejects.toMatchObject({ code: 'forbidden' })
  const again = as('stig').post(ssoProviders, { id: 'Cognito', name: 'Other', ...looks })
  await expect(again).rejects.toMatchObject({ code: 'providerIdTaken', source: { pointer: '/data/id' } })
})

test('since when a provider has been active stays known, whatever is switched off later', async () => {
  const made = await as('stig').post(ssoProviders, { id: 'setting-up', name: 'Setting up', ...looks, isDisabled: true })
  expect(made.activatedAt).toBeNull()
  const { activatedAt } = await as('stig').patch(ssoProviders, 'setting-up', { isDisabled: false })
  expect(activatedAt).toEqual(expect.any(String))
  expect(await as('stig').patch(ssoProviders, 'setting-up', { isDisabled: true })).toMatchObject({ activatedAt })
  expect(await as('stig').patch(ssoProviders, 'setting-up', { isDisabled: false })).toMatchObject({ activatedAt })
  await as('stig').remove(ssoProviders, 'setting-up')
})

test('G8: a provider id is taken whatever the case, also when ten ask at once', async () => {
  const ask = (_: unknown, at: number) =>
    as('stig').post(ssoProviders, { id: at % 2 ? 'RACE' : 'race', name: 'R', ...looks })
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, ask))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
  expect(refused).toHaveLength(9)
  for (const reason of refused) {
    expect(reason).toMatchObject({ status: 409, code: 'providerIdTaken', source: { pointer: '/data/id' } })
  }
})

test('E10: an address that is not http or https is refused, and the field is named', async () => {
  const patch = { logoutUri: 'javascript:alert(1)', landingPage: 'https://open.example/', emailRegex: 'x'.repeat(257) }
  await expect(as('stig').patch(ssoProviders, 'open', patch)).rejects.toMatchObject({
    status: 422,
    problems: [
      { code: 'tooLong', source: { pointer: '/data/attributes/emailRegex' } },
      { code: 'invalid', source: { pointer: '/data/attributes/logoutUri' } },
    ],
  })
})

test('G7: the id of a provider is chosen once', async () => {
  const answer = await as('stig').inject({
    method: 'PATCH',
    url: `${ssoProviders.path}/open`,
    headers: { 'content-type': 'application/vnd.api+json' },
    payload: JSON.stringify({ data: { type: 'sso-providers', id: 'closed', attributes: { name: 'Closed' } } }),
  })
  expect(answer.statusCode).toBe(409)
  expect(await as('stig').get(ssoProviders, 'open')).toMatchObject({ name: 'Open' })
})

test('a provider that a customer limits its people to stays, and the refusal says where it is in use', async () => {
  const usage = async (id: string) => {
    const answer = await as('stig').inject({ url: `${ssoProviders.path}/${id}/usage` })
    return { status: answer.statusCode, ...answer.json() }
  }
  const { name } = await db
    .selectFrom('customer')
    .select('name')
    .where('id', '=', customers.nord)
    .executeTakeFirstOrThrow()
  await expect(as('stig').remove(ssoProviders, 'nords')).rejects.toMatchObject({
    status: 409,
    code: 'stillInUse',
    problems: [{ detail: `It is still a login method of the customer ${name}` }],
  })
  expect(await usage('nords')).toMatchObject({
    status: 200,
    customers: { total: 1, named: [{ id: customers.nord, name }] },
    projects: { total: 0, named: [] },
    members: 0,
    people: 0,
  })
  expect(await usage('nowhere')).toMatchObject({ status: 404 })
  await db.updateTable('customer').set({ providers: [] }).where('id', '=', customers.nord).execute()
  await as('stig').remove(ssoProviders, 'nords')
  await expect(as('stig').get(ssoProviders, 'nords')).rejects.toMatchObject({ status: 404 })
})

test('a provider that is the only way in of a member stays', async () => {
  const member = () => db.updateTable('project_member').where('user_id', '=', people.mei?.id ?? '')
  await as('stig').post(ssoProviders, { id: 'exempt', name: 'For Mei', ...looks })
  await member()
    .set({ providers: ['exempt'] })
    .execute()
  await expect(as('stig').remove(ssoProviders, 'exempt')).rejects.toMatchObject({ status: 409, code: 'stillInUse' })
  await member().set({ providers: [] }).execute()
  await as('stig').remove(ssoProviders, 'exempt')
})

test('G8: a provider that somebody limits their people to at this moment stays', async () => {
  await as('stig').post(ssoProviders, { id: 'late', name: 'Late', ...looks, isPublic: true })
  const { stig } = people
  if (!stig) throw new Error('Stig is missing')
  const { removal } = await db.transaction().execute(async (transaction) => {
    await refuseUnknownLoginMethods(transaction, stig, ['late'])
    const removal = as('stig')
      .remove(ssoProviders, 'late')
      .catch((error: unknown) => error)
    await untilLockWaiters('sso_provider')
    await transaction
      .updateTable('customer')
      .set({ providers: ['late'] })
      .where('id', '=', customers.sor)
      .execute()
    return { removal }
  })
  expect(await removal).toMatchObject({ status: 409, code: 'stillInUse' })
})

test('undoing the addition of a provider takes along neither who signed in there nor a link to set it up', async () => {
  const undoAddition = async () => {
    const url = `${ssoProviders.path}/undone?onlyIfUnused=true`
    return (await as('stig').inject({ method: 'DELETE', url, headers: { 'if-match': '"1"' } })).statusCode
  }
  const [at, user_id] = [new Date().toISOString(), people.mei?.id ?? '']
  const own = { id: uuidv7(), provider_id: 'undone' }
  const additions = [
    [
      db
        .insertInto('external_identity')
        .values({ ...own, user_id, issuer: 'https://undone.example', subject: 'mei', linked_at: at }),
      db.deleteFrom('external_identity').where('provider_id', '=', 'undone'),
    ],
    [
      db
        .insertInto('provider_setup_link')
        .values({ ...own, secret_hash: Buffer.from('undone'), created_at: at, expires_at: at }),
      db.deleteFrom('provider_setup_link').where('provider_id', '=', 'undone'),
    ],
  ] as const
  await as('stig').post(ssoProviders, { id: 'undone', name: 'Undone', ...looks })
  for (const [put, take] of additions) {
    await put.execute()
    expect(await undoAddition()).toBe(409)
    const taken = await take.executeTakeFirstOrThrow()
    expect(taken.numDeletedRows).toBe(1n)
  }
  expect(await undoAddition()).toBe(204)
})

test('of two changes that saw the same provider, the second is told that it is stale', async () => {
  const { version } = await as('stig').patch(ssoProviders, 'quiet', { name: 'Quieter' })
  await expect(as('stig').patch(ssoProviders, 'quiet', { name: 'Loud' }, version - 1)).rejects.toMatchObject({
    status: 412,
  })
})

test('a provider has the fields of the specification', async () => {
  const fields = [
    ...['id', 'name', 'description', 'icon', 'color', 'textColor', 'landingPage', 'emailRegex', 'emailMatch'],
    ...['logoutUri', 'isPublic', 'hidden'],
  ]
  expect(Object.keys(await as('stig').get(ssoProviders, 'quiet'))).toEqual(expect.arrayContaining(fields))
})
