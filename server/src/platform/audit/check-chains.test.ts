import { anonymous } from '@lintel/contract/people/permissions'
import { platformTenant } from '@lintel/contract/settings/events'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test } from 'vitest'
import { testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { appendAudit } from './audit'
import { checkChains } from './check-chains'
import { retainAudit } from './retention'

const { db } = await testDatabase()
const hour = 3_600_000
const start = Date.parse('2026-03-01T10:00:00Z')
const tenant = uuidv7()
let now = start
const platform = { ...testPlatform(db, { auditRetentionDays: 400 }), clock: () => now }

const tamper = (statement: ReturnType<typeof sql>) =>
  db.transaction().execute(async (transaction) => {
    await sql`select set_config('lintel.retention', 'on', true)`.execute(transaction)
    await statement.execute(transaction)
  })

beforeEach(async () => {
  now = start
  await tamper(sql`delete from audit_event`)
  for (const table of ['audit_chain', 'audit_cut', 'audit_check'])
    await sql`delete from ${sql.table(table)}`.execute(db)
})

const append = (count: number, at = now) =>
  db.transaction().execute((transaction) =>
    appendAudit(
      transaction,
      Array.from({ length: count }, () => ({ action: 'house.paint', customer: tenant })),
      { actor: anonymous, requestId: 'test', ip: null, userAgent: null, now: at },
    ),
  )
const stateOf = (of = tenant) => db.selectFrom('audit_check').selectAll().where('tenant_id', '=', of).executeTakeFirst()
const breaks = () =>
  db
    .selectFrom('audit_event')
    .select(['target_id', 'reason', 'after'])
    .where('tenant_id', '=', platformTenant)
    .where('action', '=', 'audit.check')
    .execute()

test('J2: a chain that holds is verified up to the moment of the check, each time from where it was verified before', async () => {
  await append(5)
  await checkChains(platform)
  expect(await stateOf()).toMatchObject({ sequence: 5, checked_at: '2026-03-01T10:00:00Z', broken_sequence: null })
  now += hour
  await append(2)
  await checkChains(platform)
  expect(await stateOf()).toMatchObject({
    sequence: 7,
    checked_at: '2026-03-01T11:00:00Z',
    whole_at: '2026-03-01T10:00:00Z',
  })
  expect(await breaks()).toEqual([])
})

test('J2: a change behind the last check is found the next day, one at its end within the hour; it is told once', async () => {
  await append(5)
  await checkChains(platform)
  await tamper(sql`update audit_event set reason = 'x' where tenant_id = ${tenant} and sequence = 2`)
  now += hour
  await checkChains(platform)
  expect(await stateOf()).toMatchObject({ broken_sequence: null })
  now += 24 * hour
  await checkChains(platform)
  expect(await stateOf()).toMatchObject({
    broken_sequence: 2,
    broken_reason: 'it is not what was written',
    checked_at: '2026-03-01T11:00:00Z',
  })
  now += hour
  await checkChains(platform)
  expect(await breaks()).toEqual([{ target_id: tenant, reason: 'it is not what was written', after: { sequence: 2 } }])
})

test('J2: a chain that is broken at its first check is verified up to the last event before the break', async () => {
  await append(2)
  await append(1, start + hour)
  await tamper(sql`update audit_event set reason = 'x' where tenant_id = ${tenant} and sequence = 3`)
  now += 5 * hour
  await checkChains(platform)
  expect(await stateOf()).toMatchObject({ broken_sequence: 3, checked_at: '2026-03-01T10:00:00Z' })
})

test('J2: the last verified event being replaced is found within the hour', async () => {
  await append(3)
  await checkChains(platform)
  await tamper(sql`update audit_event set hash = sha256('x') where tenant_id = ${tenant} and sequence = 3`)
  now += hour
  await checkChains(platform)
  expect(await stateOf()).toMatchObject({ broken_sequence: 3 })
})

test('J3: what retention removed breaks nothing', async () => {
  await append(3, start - 500 * 24 * hour)
  await append(2)
  await checkChains(platform)
  await retainAudit(platform)
  now += hour
  await checkChains(platform)
  expect(await stateOf()).toMatchObject({ sequence: 6, broken_sequence: null })
})
