import { settingKeys, settingVersion, userSettings } from '@lintel/contract/settings/user-settings'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { world } from '../../../test/world'

const { as, anonymous, db } = await world()

const columns = [
  { id: 'name', width: 240 },
  { id: 'externalId', isVisible: false },
]
const grid = { columns, sort: [{ id: 'name', ascending: true }] }
const put = (name: string, id: string, value: object, schemaVersion = settingVersion(id as 'users')) =>
  as(name).post(userSettings, { id, schemaVersion, value: value as never })
const atValue = { pointer: '/data/attributes/value' }

test('the versions are the specification’s', () => {
  const versions = Object.fromEntries(settingKeys.map((key) => [key, settingVersion(key)]))
  expect(versions).toMatchObject({
    users: 1,
    customers: 1,
    providers: 1,
    organizations: 1,
    'project-stats': 2,
    projects: 8,
  })
})

test('a person’s settings are kept, and only their own to see', async () => {
  for (const key of ['users', 'customers', 'providers', 'organizations', 'project-stats', 'projects']) {
    expect(await put('mei', key, grid)).toMatchObject({ id: key, value: grid })
  }
  await put('mei', 'dashboard-order', { propertyName: 'name', ascending: false })
  expect((await as('mei').list(userSettings)).map(({ id }) => id)).toEqual([
    'customers',
    'dashboard-order',
    'organizations',
    'project-stats',
    'projects',
    'providers',
    'users',
  ])
  expect(await as('mei').get(userSettings, 'projects')).toMatchObject({ schemaVersion: 8, value: grid })
  expect(await as('ola').list(userSettings)).toEqual([])
  await expect(as('ola').get(userSettings, 'projects')).rejects.toMatchObject({ status: 404 })
  await expect(as('staff').remove(userSettings, 'users')).rejects.toMatchObject({ status: 404 })
  await expect(anonymous.list(userSettings)).rejects.toMatchObject({ status: 401 })
  await expect(as('guest').list(userSettings)).rejects.toMatchObject({ status: 403 })
})

test('writing one that is there replaces it; a change of one that was changed elsewhere is stale', async () => {
  const first = await put('kari', 'users', grid)
  const second = await put('kari', 'users', { columns: [] })
  expect(second).toMatchObject({ value: { columns: [] }, version: first.version + 1 })
  await expect(as('kari').patch(userSettings, 'users', { value: grid }, first.version)).rejects.toMatchObject({
    status: 412,
    code: 'stale',
  })
  expect(await as('kari').patch(userSettings, 'users', { value: grid }, second.version)).toMatchObject({ value: grid })
  await as('kari').remove(userSettings, 'users')
  expect(await as('kari').list(userSettings)).toEqual([])
})

test('unknown keys and versions are refused', async () => {
  await expect(put('ola', 'wallpaper', grid, 1)).rejects.toMatchObject({
    status: 422,
    source: { pointer: '/data/id' },
  })
  for (const version of [1, 7, 9]) {
    await expect(put('ola', 'projects', grid, version)).rejects.toMatchObject({
      status: 422,
      code: 'invalid',
      source: { pointer: '/data/attributes/schemaVersion' },
    })
  }
})

test('what another version of the product wrote is not given out', async () => {
  await db
    .insertInto('user_setting')
    .values({ user_id: personId('ola@nordbygg.example'), key: 'projects', schema_version: 7, value: '{"old":true}' })
    .execute()
  expect(await as('ola').list(userSettings)).toEqual([])
  expect(await put('ola', 'projects', grid)).toMatchObject({ schemaVersion: 8 })
})

test.each([
  ['users', { columns: 'all' }],
  ['users', { columns: [{ id: 'name', width: -1 }] }],
  ['users', { columns: [], script: '<script>' }],
  ['dashboard-order', { ascending: true }],
  ['active-customer', {}],
])('%s does not take %j', async (key, value) => {
  await expect(put('mei', key, value)).rejects.toMatchObject({ status: 422, code: 'invalid', source: atValue })
})

test('H4: a setting is at most 16 kB, whatever it is made of', async () => {
  const many = { columns: Array.from({ length: 400 }, (_, at) => ({ id: `${at}`.padEnd(60, 'x') })) }
  expect(JSON.stringify(many).length).toBeGreaterThan(16_384)
  await expect(put('mei', 'users', many)).rejects.toMatchObject({ status: 422, code: 'tooLong', source: atValue })
  await expect(put('mei', 'users', { columns: [{ id: 'x'.repeat(300_000) }] })).rejects.toMatchObject({ status: 413 })
})

test('G4: the active customer is one that the person administers', async () => {
  const [nordbygg, fjellbane] = [customerId('nordbygg'), customerId('fjellbane')]
  expect(await put('anna', 'active-customer', { customer: nordbygg })).toMatchObject({ value: { customer: nordbygg } })
  for (const customer of [fjellbane, 'nonsense']) {
    await expect(put('anna', 'active-customer', { customer })).rejects.toMatchObject({
      status: 422,
      code: 'unknownReference',
    })
  }
  await expect(put('mei', 'active-customer', { customer: nordbygg })).rejects.toMatchObject({ status: 422 })
})

test('the audit trail says that settings were written, not what they are', async () => {
  await put('ingrid', 'users', { columns: [{ id: 'secret-column' }] })
  const events = await db.selectFrom('audit_event').selectAll().where('target_type', '=', 'user-settings').execute()
  expect(events.length).toBeGreaterThan(0)
  expect(JSON.stringify(events)).not.toContain('secret-column')
})
