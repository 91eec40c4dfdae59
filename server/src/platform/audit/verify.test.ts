import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { anonymous } from '@lintel/contract/people/permissions'
import { platformTenant } from '@lintel/contract/settings/events'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test } from 'vitest'
import { countBlocks } from '../../../test/capture-statements'
import { slowDeletes } from '../../../test/slow-deletes'
import { testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { instantOf } from '../clock'
import { closeDatabase, openDatabase } from '../database'
import { appendAudit } from './audit'
import { retainAudit } from './retention'
import { verifyAudit } from './verify'

const { db, url } = await testDatabase()
const day = 86_400_000
const now = Date.parse('2026-03-01T10:00:00Z')
const [nord, sor] = [uuidv7(), uuidv7()]

/** Does what the trigger forbids, as the owner of the table could. */
const tamper = (statement: ReturnType<typeof sql>) =>
  db.transaction().execute(async (transaction) => {
    await sql`select set_config('lintel.retention', 'on', true)`.execute(transaction)
    await statement.execute(transaction)
  })

beforeEach(async () => {
  await tamper(sql`delete from audit_event`)
  await sql`delete from audit_chain`.execute(db)
  await sql`delete from audit_cut`.execute(db)
})

const append = (customer: string | null, count = 1, at = now) =>
  db.transaction().execute((transaction) =>
    appendAudit(
      transaction,
      Array.from({ length: count }, (_, n) => ({
        action: 'house.paint',
        customer,
        target: { type: 'houses', id: `h${n}` },
        before: { colour: null, at: 1.5 },
        after: { colour: `rød ${n} "\\ \u2028`, rooms: [1, { a: true }] },
        reason: 'spring',
      })),
      { actor: anonymous, requestId: 'test', ip: '203.0.113.9', userAgent: 'Test', now: at },
    ),
  )

test('J2: chains that nobody touched hold, whatever the size of the batches', async () => {
  await append(nord, 7)
  await append(sor, 3)
  await append(null, 2)
  for (const batch of [1, 3, 7, 10_000]) {
    expect(await verifyAudit(db, batch)).toEqual({ tenants: 3, events: 12, broken: [] })
  }
})

test('J2: thousands of events of one change, of several tenants in turns, make whole chains in their order', async () => {
  const events = Array.from({ length: 2_501 }, (_, at) => ({
    action: 'houses.update',
    customer: at % 5 === 0 ? null : at % 2 ? nord : sor,
    target: { type: 'houses', id: `h${at}` },
  }))
  const write = () =>
    db
      .transaction()
      .execute((transaction) =>
        appendAudit(transaction, events, { actor: anonymous, requestId: 'test', ip: null, userAgent: null, now }),
      )
  await Promise.all([write(), append(sor, 2), append(nord), write()])
  expect(await verifyAudit(db)).toEqual({ tenants: 3, events: 5_005, broken: [] })
  for (const [tenant, many] of [
    [nord, 1_000],
    [sor, 1_000],
    [platformTenant, 501],
  ] as const) {
    const written = await db
      .selectFrom('audit_event')
      .select('target_id')
      .where('tenant_id', '=', tenant)
      .where('action', '=', 'houses.update')
      .orderBy('sequence')
      .execute()
    const wanted = events
      .filter(({ customer }) => (customer ?? platformTenant) === tenant)
      .map(({ target }) => target.id)
    expect(wanted).toHaveLength(many)
    expect(written.map(({ target_id: id }) => id)).toEqual([...wanted, ...wanted])
  }
})

test('J2: events written at once by many hands make one chain a tenant', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, n) => append(n % 2 ? nord : sor, 3)))
  expect(await verifyAudit(db, 5)).toEqual({ tenants: 2, events: 24, broken: [] })
})

const changes: [string, ReturnType<typeof sql>, number, string][] = [
  [
    'a changed word',
    sql`update audit_event set reason = 'autumn' where tenant_id = ${nord} and sequence = 4`,
    4,
    'it is not what was written',
  ],
  [
    'another actor',
    sql`update audit_event set actor_email = 'x@y.no' where tenant_id = ${nord} and sequence = 2`,
    2,
    'it is not what was written',
  ],
  [
    'a later time',
    sql`update audit_event set occurred_at = occurred_at + interval '1 microsecond' where tenant_id = ${nord} and sequence = 1`,
    1,
    'it is not what was written',
  ],
  [
    'a changed document',
    sql`update audit_event set after = '{}' where tenant_id = ${nord} and sequence = 5`,
    5,
    'it is not what was written',
  ],
  [
    'a removed event',
    sql`delete from audit_event where tenant_id = ${nord} and sequence = 3`,
    4,
    'the event before it is missing',
  ],
  [
    'a removed beginning',
    sql`delete from audit_event where tenant_id = ${nord} and sequence = 1`,
    2,
    'the event before it is missing',
  ],
  [
    'a removed end',
    sql`delete from audit_event where tenant_id = ${nord} and sequence = 7`,
    7,
    'the chain ends before its head (7)',
  ],
  ['no event left', sql`delete from audit_event where tenant_id = ${nord}`, 1, 'the chain ends before its head (7)'],
  ['a removed head', sql`delete from audit_chain where tenant_id = ${nord}`, 7, 'the chain has no head'],
  [
    'two that changed places',
    sql`update audit_event set sequence = case sequence when 3 then 104 else 3 end where tenant_id = ${nord} and sequence in (3, 4)`,
    3,
    'it is not what was written',
  ],
]

test.each(changes)('J2: %s is found out, in whatever batch', async (_what, statement, sequence, reason) => {
  await append(nord, 7)
  await append(sor, 3)
  expect((await verifyAudit(db)).broken).toEqual([])
  await tamper(statement)
  for (const batch of [2, 10_000]) {
    expect((await verifyAudit(db, batch)).broken).toEqual([{ tenant: nord, sequence, reason }])
  }
})

test('J2: a changed event whose own hash was made to fit breaks the next link', async () => {
  await append(nord, 4)
  await tamper(sql`update audit_event as event set reason = 'autumn' where tenant_id = ${nord} and sequence = 2`)
  await tamper(sql`update audit_event as event set hash = audit_digest((
    select hash from audit_event where tenant_id = ${nord} and sequence = 1), event) where tenant_id = ${nord} and sequence = 2`)
  expect((await verifyAudit(db)).broken).toEqual([{ tenant: nord, sequence: 3, reason: 'it is not what was written' }])
})

test('J2: events are never changed, not even by the owner of the table', async () => {
  await append(nord)
  for (const statement of [
    sql`update audit_event set reason = 'x'`,
    sql`delete from audit_event`,
    sql`truncate audit_event`,
  ]) {
    await expect(statement.execute(db)).rejects.toThrow('audit events are never changed')
  }
})

const platform = { ...testPlatform(db, { auditRetentionDays: 400 }), clock: () => now }
const sequences = async (tenant: string) =>
  (
    await db
      .selectFrom('audit_event')
      .select(['sequence', 'action'])
      .where('tenant_id', '=', tenant)
      .orderBy('sequence')
      .execute()
  ).map(({ sequence, action }) => (action === 'house.paint' ? sequence : `${sequence} ${action}`))

test('J3: what is older than the retention goes, and what stays still holds', async () => {
  await append(nord, 3, now - 500 * day)
  await append(nord, 2, now - 401 * day)
  await append(nord, 2, now - 399 * day)
  await append(sor, 2, now)
  await append(null, 2, now - 700 * day)
  await append(null, 1, now)
  await retainAudit(platform)
  expect(await sequences(nord)).toEqual([6, 7, '8 audit.retain'])
  expect(await sequences(sor)).toEqual([1, 2])
  expect(await sequences(platformTenant)).toEqual([3, '4 audit.retain'])
  expect((await verifyAudit(db)).broken).toEqual([])

  await retainAudit(platform)
  expect(await sequences(nord)).toEqual([6, 7, '8 audit.retain'])
  await append(nord, 1)
  await retainAudit({ ...platform, clock: () => now + 2 * day })
  expect(await sequences(nord)).toEqual(['8 audit.retain', 9, '10 audit.retain'])
  expect((await verifyAudit(db)).broken).toEqual([])
})

test('J3: the newest event of a chain stays, so that the chain has an end', async () => {
  await append(nord, 3, now - 500 * day)
  await retainAudit(platform)
  expect(await sequences(nord)).toEqual([3, '4 audit.retain'])
  await retainAudit(platform)
  expect((await verifyAudit(db)).broken).toEqual([])
})

test('J3: of much that is too old each chain gives its share at a time, however long a share takes', async () => {
  for (const tenant of [nord, sor]) {
    await append(tenant, 12, now - 500 * day)
    await append(tenant, 1)
  }
  const impatient = openDatabase({ url, statementTimeout: 300 })
  const pace = await slowDeletes(db, 'audit_event', 0.1)
  await retainAudit({ ...platform, db: impatient }, undefined, 4)
  await pace.end()
  await closeDatabase(impatient)
  for (const tenant of [nord, sor]) {
    expect(await sequences(tenant)).toEqual([13, ...[14, 15, 16].map((sequence) => `${sequence} audit.retain`)])
  }
  expect((await verifyAudit(db)).broken).toEqual([])
})

test('J3: of many chains each loses as much as of few, so that the log shrinks', async () => {
  const tenants = Array.from({ length: 12 }, () => uuidv7())
  for (const tenant of tenants) {
    await append(tenant, 5, now - 500 * day)
    await append(tenant)
  }
  await retainAudit(platform, undefined, 12)
  for (const tenant of tenants) expect(await sequences(tenant)).toEqual([6, '7 audit.retain'])
  expect((await verifyAudit(db)).broken).toEqual([])
})

test('J3: the event of a cut is not removed alone, which would write another one', async () => {
  const retain = (days: number) => retainAudit({ ...platform, clock: () => now + days * day })
  await append(nord, 2, now - 401 * day)
  await append(nord, 1)
  await retain(0)
  await retain(401)
  expect(await sequences(nord)).toEqual(['4 audit.retain', '5 audit.retain'])
  await append(nord, 1, now + 800 * day)
  await retain(402)
  expect(await sequences(nord)).toEqual(['4 audit.retain', '5 audit.retain', 6])
  await retain(802)
  expect(await sequences(nord)).toEqual([6, '7 audit.retain'])
  expect((await verifyAudit(db)).broken).toEqual([])
})

test('J3: a share of a long backlog costs as much as one of a short backlog, and all of it goes', async () => {
  const oldest = instantOf(now - 400 * day)
  const costOfShare = (tenant: string) => {
    const cut = () => sql`select * from audit_retain(${[tenant]}::uuid[], ${oldest}::timestamptz, 200)`.execute(db)
    return countBlocks(db, 'audit_retain', cut)
  }
  await append(nord, 1_000, now - 500 * day)
  await append(nord)
  const short = await costOfShare(nord)
  await retainAudit(platform)
  await append(sor, 6_000, now - 500 * day)
  await append(sor)
  expect(await costOfShare(sor)).toBeLessThan(2 * short)
  await retainAudit(platform, undefined, 1_000)
  expect([(await sequences(nord))[0], (await sequences(sor))[0]]).toEqual([1_001, 6_001])
  expect((await verifyAudit(db)).broken).toEqual([])
})

test('J3: the first young event ends the cut of its chain, and a chain that begins with one is left as it is', async () => {
  await append(nord, 2, now - 500 * day)
  await append(nord, 1)
  await append(nord, 2, now - 500 * day)
  await append(sor, 1)
  await append(sor, 2, now - 500 * day)
  await retainAudit(platform)
  expect(await sequences(nord)).toEqual([3, 4, 5, '6 audit.retain'])
  expect(await sequences(sor)).toEqual([1, 2, 3])
  expect((await verifyAudit(db)).broken).toEqual([])
})

test('J2: who cuts a chain without saying so in it is found out', async () => {
  await append(nord, 5)
  const { hash } = await db
    .selectFrom('audit_event')
    .select('hash')
    .where('tenant_id', '=', nord)
    .where('sequence', '=', 3)
    .executeTakeFirstOrThrow()
  await tamper(sql`delete from audit_event where tenant_id = ${nord} and sequence <= 3`)
  await db
    .insertInto('audit_cut')
    .values({ tenant_id: nord, sequence: 3, hash, cut_at: instantOf(now) })
    .execute()
  expect((await verifyAudit(db)).broken).toEqual([
    { tenant: nord, sequence: 4, reason: 'no event tells of the removal of those before it' },
  ])
})

/** Runs the command against this database. */
const command = () =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const script = fileURLToPath(new URL('../../commands/audit-verify.ts', import.meta.url))
    const child = spawn(process.execPath, ['--import', 'tsx', script], { env: { ...process.env, DATABASE_URL: url } })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
    child.on('close', (code) => resolve({ code, said }))
  })

test('J2: the command says that all is well, or names the first broken link and fails', async () => {
  await append(nord, 3)
  expect(await command()).toEqual({ code: 0, said: '3 audit events of 1 tenants: every link holds.\n' })
  await tamper(sql`update audit_event set reason = 'autumn' where sequence = 2`)
  const { code, said } = await command()
  expect(code).toBe(1)
  expect(said).toContain(`Broken: event 2 of tenant ${nord}: it is not what was written.`)
})
