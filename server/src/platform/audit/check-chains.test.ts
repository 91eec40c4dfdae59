import { anonymous } from '@lintel/contract/people/permissions'
import { platformTenant } from '@lintel/contract/settings/events'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test } from 'vitest'
import { interceptStatements } from '../../../test/intercept-statements'
import { testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { appendAudit } from './audit'
import { checkChains } from './check-chains'
import { retainAudit } from './retention'
import { verifyAudit } from './verify'

const { db } = await testDatabase()
const { beforeStatement } = interceptStatements(db)
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

/** Removes the events after `sequence`, as if the chain had never been longer. */
const cutEnd = async (sequence: number) => {
  await tamper(sql`delete from audit_event where tenant_id = ${tenant} and sequence > ${sequence}`)
  await sql`
    update audit_chain as chain set sequence = event.sequence, hash = event.hash from audit_event as event
    where chain.tenant_id = ${tenant} and event.tenant_id = ${tenant} and event.sequence = ${sequence}`.execute(db)
}

test('J2: an end that was removed together with the head is found, also by the command, and stays found until it is back', async () => {
  await append(5)
  await checkChains(platform)
  await sql`create table kept as select * from audit_event where tenant_id = ${tenant} and sequence > 3`.execute(db)
  await cutEnd(3)
  const lost = { sequence: 5, reason: 'it was verified before and is missing' }
  for (const hours of [1, 1, 24]) {
    now += hours * hour
    await checkChains(platform)
    expect(await stateOf()).toMatchObject({ broken_sequence: 5, checked_at: '2026-03-01T10:00:00Z' })
  }
  expect((await verifyAudit(db)).broken).toEqual([{ tenant, ...lost }])
  expect(await breaks()).toEqual([{ target_id: tenant, reason: lost.reason, after: { sequence: 5 } }])

  await append(4)
  now += hour
  await checkChains(platform)
  const other = { sequence: 5, reason: 'it is not what was written' }
  expect(await stateOf()).toMatchObject({ broken_sequence: 5, broken_reason: other.reason })
  expect((await verifyAudit(db)).broken).toEqual([{ tenant, ...other }])

  await cutEnd(3)
  await tamper(sql`insert into audit_event select * from kept`)
  await sql`update audit_chain set sequence = 5, hash = (select hash from kept where sequence = 5) where tenant_id = ${tenant}`.execute(
    db,
  )
  now += hour
  await checkChains(platform)
  expect((await stateOf())?.broken_sequence).toBeNull()
  expect((await verifyAudit(db)).broken).toEqual([])
  await sql`drop table kept`.execute(db)
})

test('J2: a chain of which nothing is left is found, also by the command', async () => {
  await append(5)
  await checkChains(platform)
  await tamper(sql`delete from audit_event where tenant_id = ${tenant}`)
  await sql`delete from audit_chain where tenant_id = ${tenant}`.execute(db)
  now += hour
  await checkChains(platform)
  expect(await stateOf()).toMatchObject({ broken_sequence: 5, checked_at: '2026-03-01T10:00:00Z' })
  expect((await verifyAudit(db)).broken).toMatchObject([{ tenant, sequence: 5 }])
})

test('J2: a break stays told of until what was changed is as it was', async () => {
  await append(7)
  await checkChains(platform)
  await tamper(sql`update audit_event set reason = 'x' where tenant_id = ${tenant} and sequence = 4`)
  for (const hours of [24, 1, 24]) {
    now += hours * hour
    await append(1)
    await checkChains(platform, { batch: 2 })
    expect(await stateOf()).toMatchObject({ broken_sequence: 4, reading_sequence: 2, sequence: 7 })
  }
  await tamper(sql`update audit_event set reason = null where tenant_id = ${tenant} and sequence = 4`)
  now += hour
  await checkChains(platform, { batch: 2 })
  expect(await stateOf()).toMatchObject({
    broken_sequence: null,
    reading_sequence: null,
    sequence: 10,
    checked_at: '2026-03-03T12:00:00Z',
    whole_at: '2026-03-03T12:00:00Z',
  })
})

test('J2: a check that is stopped is gone on with where it was, at first and of a whole chain', async () => {
  /** Stops a check before it reads its second two links. */
  const stopped = async () => {
    const stopping = new AbortController()
    beforeStatement('audit_digest', async () => stopping.abort())
    await checkChains(platform, { signal: stopping.signal, batch: 2 })
  }
  await append(5)
  await stopped()
  expect(await stateOf()).toMatchObject({ sequence: 2, reading_sequence: null, checked_at: '2026-03-01T10:00:00Z' })
  now += hour
  await checkChains(platform, { batch: 2 })
  expect(await stateOf()).toMatchObject({ sequence: 5, checked_at: '2026-03-01T11:00:00Z' })

  now += 24 * hour
  await stopped()
  const verified = { sequence: 5, checked_at: '2026-03-01T11:00:00Z', whole_at: '2026-03-01T10:00:00Z' }
  expect(await stateOf()).toMatchObject({ reading_sequence: 2, ...verified })
  // What was read is not read again before the next day.
  await tamper(sql`update audit_event set reason = 'x' where tenant_id = ${tenant} and sequence = 1`)
  now += hour
  await checkChains(platform, { batch: 2 })
  const at = '2026-03-02T12:00:00Z'
  expect(await stateOf()).toMatchObject({ reading_sequence: null, broken_sequence: null, checked_at: at, whole_at: at })
  now += 24 * hour
  await checkChains(platform, { batch: 2 })
  expect(await stateOf()).toMatchObject({ broken_sequence: 1, checked_at: at })
})

test('J2: while the whole chain is read in several checks, what is new is verified in each of them', async () => {
  /** Ends after two links of the whole chain, and after two new ones. */
  const checkSome = () => checkChains(platform, { batch: 2, maxRows: 0 })
  await append(7)
  await checkChains(platform)
  now += 24 * hour
  await append(1)
  await checkSome()
  const whole = { whole_at: '2026-03-01T10:00:00Z', broken_sequence: null }
  expect(await stateOf()).toMatchObject({
    ...{ sequence: 8, reading_sequence: 2, checked_at: '2026-03-02T10:00:00Z' },
    ...whole,
  })
  now += hour
  await append(1)
  await checkSome()
  expect(await stateOf()).toMatchObject({
    ...{ sequence: 9, reading_sequence: 4, checked_at: '2026-03-02T11:00:00Z' },
    ...whole,
  })
  now += hour
  await append(1)
  await tamper(sql`update audit_event set reason = 'x' where tenant_id = ${tenant} and sequence = 10`)
  await checkSome()
  const broken = { broken_sequence: 10, sequence: 9, checked_at: '2026-03-02T11:00:00Z' }
  expect(await stateOf()).toMatchObject({ reading_sequence: 6, ...broken })
  now += hour
  await checkSome()
  expect(await stateOf()).toMatchObject({ reading_sequence: 8, ...broken })
  await tamper(sql`update audit_event set reason = null where tenant_id = ${tenant} and sequence = 10`)
  now += hour
  await checkChains(platform)
  const at = '2026-03-02T14:00:00Z'
  expect(await stateOf()).toMatchObject({
    ...{ sequence: 10, reading_sequence: null, broken_sequence: null },
    ...{ checked_at: at, whole_at: at },
  })
  expect(await breaks()).toEqual([{ target_id: tenant, reason: 'it is not what was written', after: { sequence: 10 } }])
})

test('J2: a chain whose check fails holds up no other, and its failure is told at the end', async () => {
  await append(1)
  const failing = '00000000-0000-7000-8000-000000000001'
  await sql`insert into audit_chain (tenant_id, sequence, hash) values (${failing}, 0, '')`.execute(db)
  await sql`
    create function check_fails() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`.execute(
    db,
  )
  await sql`
    create trigger check_fails before insert on audit_check for each row
    when (new.tenant_id = ${sql.lit(failing)}) execute function check_fails()`.execute(db)
  await expect(checkChains(platform)).rejects.toThrow('no room')
  await sql`drop function check_fails cascade`.execute(db)
  expect(await stateOf(failing)).toBeUndefined()
  expect(await stateOf()).toMatchObject({ sequence: 1, checked_at: '2026-03-01T10:00:00Z' })
})
