import { textOfCell } from '@lintel/contract/exchange/csv'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { anonymous } from '@lintel/contract/people/permissions'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { exportAuditCsv, exportAuditJsonLines, readAuditState } from '@lintel/contract/settings/audit-log'
import { platformTenant } from '@lintel/contract/settings/events'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { captureStatements, countBlocks } from '../../../test/capture-statements'
import { world } from '../../../test/world'
import { appendAudit } from '../../platform/audit/audit'
import { checkChains } from '../../platform/audit/check-chains'

const { app, as, bearer, db, platform, clock } = await world()
const [nordbygg, fjellbane] = [customerId('nordbygg'), customerId('fjellbane')]
const formula = '=HYPERLINK("http://evil.example")'

/** Events older than anything else in this world. */
const day = Date.parse('2026-01-15T12:00:00Z')
const tell = (count: number, at = day) =>
  db.transaction().execute((transaction) =>
    appendAudit(
      transaction,
      Array.from({ length: count }, (_, n) => ({
        action: 'house.paint',
        customer: nordbygg,
        target: { type: 'houses', id: `h${n}` },
        before: { colour: null },
        after: { colour: formula },
        reason: formula,
      })),
      { actor: anonymous, requestId: 'test', ip: '203.0.113.9', userAgent: 'Test', now: at },
    ),
  )
await tell(1_203)
const query = { customer: nordbygg, action: 'house.paint' }
const file = async (call: typeof exportAuditCsv | typeof exportAuditJsonLines, asked: object = query) =>
  as('astrid').inject({ method: 'GET', url: callAddress(call, {}, { ...asked }) })
const told = (action: string) => as('astrid').list(auditEvents, { filter: { customer: nordbygg, action } })

test('I4, I6: the whole of what is asked for leaves as a table, with formulas neutralised, and is in the audit log first', async () => {
  const answer = await file(exportAuditCsv)
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="audit-log.csv"',
  ])
  const [header, first, ...rest] = answer.body.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(header).toMatch(
    /^occurredAt;action;result;reason;actor;apiToken;targetType;target;targetName;user;before;after;ip;/,
  )
  expect(rest).toHaveLength(1_202)
  expect(first).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(textOfCell(`'${formula}`)).toBe(formula)
  const [[begun], [written]] = [await told('export.audit-log'), await told('export.audit-log.written')]
  const by = { actor: 'astrid@nordbygg.example', result: 'success' }
  expect(begun).toMatchObject({ ...by, after: { format: 'csv', ...query } })
  expect(written).toMatchObject({ ...by, after: { format: 'csv', events: 1_203, ...query } })
})

test('I6: a long log is not counted before it leaves, and how much has left is in it when the file ends', async () => {
  const sent = await captureStatements(() => file(exportAuditJsonLines))
  const begun = sent.findIndex((statement) => statement.includes('audit_append'))
  expect(sent.slice(0, begun).filter((statement) => statement.includes('"audit_event"'))).toEqual([])
  expect((await told('export.audit-log.written'))[0]?.after).toEqual({ format: 'jsonl', events: 1_203, ...query })
})

test('J3: the same as JSON Lines, an event a line, the latest first, each once', async () => {
  await tell(1, day + 1_000)
  const answer = await file(exportAuditJsonLines)
  expect(answer.headers['content-type']).toBe('application/jsonl')
  const events = answer.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(events).toHaveLength(1_204)
  expect(new Set(events.map(({ id }) => id)).size).toBe(1_204)
  expect(events[0]).toMatchObject({
    occurredAt: '2026-01-15T12:00:01Z',
    after: { colour: formula },
    customer: nordbygg,
  })
  const listed = await as('astrid').list(auditEvents, { filter: query, page: { size: 3 } })
  expect(events.slice(0, 3).map(({ id }) => id)).toEqual(listed.map(({ id }) => id))
})

test('J3: nobody exports the audit log of a customer that they do not administer', async () => {
  const gro = as('gro@fjellbane.example')
  for (const call of [exportAuditCsv, exportAuditJsonLines]) {
    const url = callAddress(call, {}, query)
    expect((await gro.inject({ method: 'GET', url })).statusCode).toBe(403)
    const own = await gro.inject({ method: 'GET', url: callAddress(call, {}, { customer: fjellbane }) })
    expect([own.statusCode, own.body.includes('evil.example')]).toEqual([200, false])
    expect((await as('mei').inject({ method: 'GET', url })).statusCode).toBe(403)
  }
})

test('I6: an export of many events holds few of them at once', async () => {
  for (let times = 0; times < 9; times++) await tell(1_000, day + 2_000)
  const { body, statusCode } = await file(exportAuditJsonLines)
  expect(statusCode).toBe(200)
  expect(body.trimEnd().split('\n')).toHaveLength(10_204)
})

test('I6: of an export that is cut off the log says how much had left, by the time at which it ended', async () => {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const closing = new AbortController()
  const headers = { authorization: `Bearer ${await bearer('astrid')}`, 'accept-encoding': 'identity' }
  const answer = await fetch(origin + callAddress(exportAuditJsonLines, {}, query), { headers, signal: closing.signal })
  expect((await answer.body?.getReader().read())?.done).toBe(false)
  clock.advance(3_600_000)
  closing.abort()
  await expect.poll(async () => (await told('export.audit-log.written'))[0]?.result).toBe('failure')
  const [[begun], [cut]] = [await told('export.audit-log'), await told('export.audit-log.written')]
  const { events, ...after } = (cut?.after ?? {}) as { events?: number }
  expect(cut).toMatchObject({ reason: 'It was not read to its end', actor: 'astrid@nordbygg.example' })
  expect(after).toEqual({ format: 'jsonl', ...query })
  expect(events).toBeGreaterThan(0)
  expect(events).toBeLessThan(10_204)
  expect(Date.parse(cut?.occurredAt ?? '') - Date.parse(begun?.occurredAt ?? '')).toBeGreaterThanOrEqual(3_600_000)
})

test('I6, J1: an export of all that somebody administers is in the audit log of each customer, with how much of it has left', async () => {
  const office = { customer_id: fjellbane, user_id: personId('astrid@nordbygg.example') }
  await db.insertInto('customer_admin').values(office).execute()
  const asked = { action: 'house.paint' }
  const both = [nordbygg, fjellbane]
  const recordedAt = async (customer: string, action: string) =>
    (await as('astrid').list(auditEvents, { filter: { customer, action } })).map(({ actor, after }) => ({
      actor,
      after,
    }))
  const before = await Promise.all(
    both.map(async (customer) => (await recordedAt(customer, 'export.audit-log')).length),
  )
  await db.transaction().execute((transaction) =>
    appendAudit(
      transaction,
      ['a', 'b'].map((id) => ({ action: 'house.paint', customer: fjellbane, target: { type: 'houses', id } })),
      { actor: anonymous, requestId: 'test', ip: '203.0.113.9', userAgent: 'Test', now: day },
    ),
  )
  const { body } = await file(exportAuditJsonLines, asked)
  const customers: string[] = body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).customer)
  for (const [at, customer] of both.entries()) {
    const events = customers.filter((each) => each === customer).length
    expect(events).toBeGreaterThan(0)
    const begun = await recordedAt(customer, 'export.audit-log')
    expect(begun).toHaveLength((before[at] ?? 0) + 1)
    const actor = 'astrid@nordbygg.example'
    expect(begun[0]).toEqual({ actor, after: { format: 'jsonl', ...asked } })
    const [written] = await recordedAt(customer, 'export.audit-log.written')
    expect(written).toEqual({ actor, after: { format: 'jsonl', events, ...asked } })
  }
  await db
    .deleteFrom('customer_admin')
    .where('customer_id', '=', fjellbane)
    .where('user_id', '=', office.user_id)
    .execute()
})

test('J3: a page of a long list is the same, whether a thousand or more are counted', async () => {
  const page = await as('astrid').page(auditEvents, { filter: query, page: { size: 50 } })
  expect([page.records.length, page.total]).toEqual([50, 1_001])
  await tell(7, day + 60_000)
  const few = await as('astrid').page(auditEvents, { filter: { ...query, from: '2026-01-15T12:00:30Z' } })
  expect(few.total).toBe(7)
})

test('J3: failures are found and counted without reading all that succeeded', async () => {
  await db.transaction().execute((transaction) =>
    appendAudit(
      transaction,
      Array.from({ length: 70 }, () => ({ action: 'house.paint', customer: nordbygg, result: 'failure' as const })),
      { actor: anonymous, requestId: 'test', ip: '203.0.113.9', userAgent: 'Test', now: day - 60_000 },
    ),
  )
  await tell(20_000, day + 120_000)
  await sql`analyze audit_event`.execute(db)
  for (const [name, customer] of [
    ['astrid', { customer: nordbygg }],
    ['staff', {}],
  ] as const) {
    const person = as(name, { secondFactor: name === 'staff' })
    const filter = { ...customer, result: 'failure' } as const
    const failures = () => person.page(auditEvents, { filter, page: { size: 50 } })
    const { records, total } = await failures()
    expect(records.map(({ result }) => result)).toEqual(Array(50).fill('failure'))
    expect(total).toBeGreaterThanOrEqual(70)
    // With the value in the statement, as the index has it: also the plan that is kept for all values uses it.
    expect(await countBlocks(db, `"result" = 'failure'`, failures)).toBeLessThan(2_000)
  }
})

test('J2: the state says up to when the log is verified, to each of what they read', async () => {
  const before = await as('astrid').call(readAuditState, { query: { customer: nordbygg } })
  expect(before).toMatchObject({ chains: 1, broken: [] })
  clock.freeze()
  await checkChains(platform)
  const now = clock.now()
  // Trailing zeros of fractional seconds are omitted.
  const own = await as('astrid').call(readAuditState, { query: { customer: nordbygg } })
  expect(own).toMatchObject({ chains: 1, broken: [] })
  expect(Date.parse(own.verifiedUntil ?? '')).toBe(now)
  const all = await as('staff', { secondFactor: true }).call(readAuditState)
  expect(all.chains).toBeGreaterThan(2)
  expect(all.broken).toEqual([])
  expect(Date.parse(all.verifiedUntil ?? '')).toBe(now)
  const broken = { broken_sequence: 7, broken_reason: 'it is not what was written' }
  await db.updateTable('audit_check').set(broken).where('tenant_id', '=', nordbygg).execute()
  const told = [{ customer: nordbygg, customerName: 'Nordbygg AS', sequence: 7, reason: 'it is not what was written' }]
  expect((await as('astrid').call(readAuditState)).broken).toEqual(told)
  expect((await as('staff', { secondFactor: true }).call(readAuditState)).broken).toEqual(told)
  await db.updateTable('audit_check').set(broken).where('tenant_id', '=', platformTenant).execute()
  const ofPlatform = { customer: null, customerName: null, sequence: 7, reason: 'it is not what was written' }
  expect((await as('staff', { secondFactor: true }).call(readAuditState)).broken).toEqual([...told, ofPlatform])
  const readPlatform = { query: { customer: platformTenant } }
  expect((await as('staff', { secondFactor: true }).call(readAuditState, readPlatform)).broken).toEqual([ofPlatform])
  await expect(as('astrid').call(readAuditState, readPlatform)).rejects.toMatchObject({ status: 403 })
  expect((await as('astrid').call(readAuditState)).broken).toEqual(told)
  expect((await as('gro@fjellbane.example').call(readAuditState)).broken).toEqual([])
  // A chain of which everything was removed.
  const checkedAt = new Date(now).toISOString()
  const removed = {
    tenant_id: uuidv7(),
    hash: Buffer.alloc(32),
    sequence: 7,
    checked_at: checkedAt,
    whole_at: checkedAt,
  }
  await db
    .insertInto('audit_check')
    .values({ ...removed, ...broken })
    .execute()
  const withRemoved = await as('staff', { secondFactor: true }).call(readAuditState)
  expect(withRemoved.broken).toContainEqual({ ...ofPlatform, customer: removed.tenant_id })
})
