import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { customers } from '@lintel/contract/customers/customers'
import type { ChangeSetInput, ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import {
  applyChangeSet,
  changeSets,
  listChangeSetRows,
  previewUndo,
  undoChangeSet,
} from '@lintel/contract/people/change-sets'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { platformTenant } from '@lintel/contract/settings/events'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../../demo/customers'
import { projectId } from '../../../../demo/projects'
import { testDatabase } from '../../../../test/test-database'
import { worldOn } from '../../../../test/world'
import { checkChains } from '../../../platform/audit/check-chains'
import { retainAudit } from '../../../platform/audit/retention'
import { digestRows, rowsAtATime, selectRowsDigest } from '../../../platform/audit/row-digests'
import { verifyAudit } from '../../../platform/audit/verify'
import { deleteOldChangeSetsJob } from './delete-old-change-sets'

const { db, url } = await testDatabase()
const { as, clock, platform } = await worldOn(db)
const [staff, astrid, gro] = [as('staff'), as('astrid'), as('gro')]
const nordbygg = customerId('nordbygg')
const [harbour, museum] = [projectId('NB-2041'), projectId('NB-2042')]
const [mei, lena, odd] = ['mei@nordbygg.example', 'lena@nordbygg.example', 'odd@nordbygg.example']
/** The platform some days later; everybody stays signed in. */
const later = (days: number) => ({ ...platform, clock: () => clock.now() + days * 86_400_000 })

const post = <K extends ChangeSetKind>(kind: K, input: ChangeSetInput<K>, customer = nordbygg, by = astrid) =>
  by.post(changeSets, { kind, customer, input, apply: 'whenClean' } as never)
let days = 0
/** Two rows, applied: memberships that last until another day each time. */
async function changeTwo(): Promise<string> {
  const accessUntil = `2999-06-${String(++days).padStart(2, '0')}`
  const cells = [mei, lena].map((user) => ({ user, project: harbour, level: 10, accessUntil }))
  const set = await post('roles', { cells })
  expect(set).toMatchObject({ state: 'applied', summary: { change: 2 } })
  return set.id
}
const breaks = async (batch?: number) => (await verifyAudit(db, batch)).broken
const reasonOf = (id: string, what: string) => `rows of change set ${id} are ${what}`
const eventsOf = (target: string, customer = nordbygg) => staff.list(auditEvents, { filter: { customer, target } })
const sequenceOf = async (id: string) =>
  (await eventsOf(id)).find(({ action }) => action === 'change-sets.apply')?.sequence

/** Runs `run` while one row is not as it was written. */
async function whileAltered<T>(id: string, statement: ReturnType<typeof sql>, run: () => Promise<T>): Promise<T> {
  const rows = await db.selectFrom('change_set_row').selectAll().where('change_set_id', '=', id).execute()
  await statement.execute(db)
  const result = await run()
  await db.deleteFrom('change_set_row').where('change_set_id', '=', id).execute()
  for (const row of rows) {
    const [object, before, after, why, kept] = [row.object, row.before, row.after, row.why, row.kept].map((json) =>
      json === null ? null : JSON.stringify(json),
    )
    await db
      .insertInto('change_set_row')
      .values({ ...row, object, before, after, why, kept })
      .execute()
  }
  return result
}
const raise = (id: string) =>
  sql`update change_set_row set after = jsonb_set(after, '{privilegeLevel}', '20') where change_set_id = ${id} and number = 2`
const remove = (id: string) => sql`delete from change_set_row where change_set_id = ${id} and number = 1`

test('J2: a row that was altered or deleted is a break that names its change set, in whatever batch', async () => {
  const id = await changeTwo()
  expect(await breaks()).toEqual([])
  const sequence = await sequenceOf(id)
  for (const batch of [1, 3, undefined]) {
    expect(await whileAltered(id, raise(id), () => breaks(batch))).toEqual([
      { tenant: nordbygg, sequence, reason: reasonOf(id, 'not what was written') },
    ])
    expect(await whileAltered(id, remove(id), () => breaks(batch))).toEqual([
      { tenant: nordbygg, sequence, reason: reasonOf(id, 'missing') },
    ])
    expect(await breaks(batch)).toEqual([])
  }
  const added = sql`insert into change_set_row (change_set_id, number, outcome) values (${id}, 3, 'change')`
  expect(await whileAltered(id, added, breaks)).toMatchObject([{ reason: reasonOf(id, 'not what was written') }])
})

test('J2: an undo leaves the rows as they were written', async () => {
  const id = await changeTwo()
  await astrid.call(undoChangeSet, { parameters: { id }, body: { partial: false } })
  expect(await breaks()).toEqual([])
  expect(await whileAltered(id, raise(id), breaks)).toMatchObject([{ reason: reasonOf(id, 'not what was written') }])
})

test('J2: the command names the change set whose rows were altered, and fails', async () => {
  const id = await changeTwo()
  const command = () =>
    new Promise<{ code: number | null; said: string }>((resolve) => {
      const script = fileURLToPath(new URL('../../../commands/audit-verify.ts', import.meta.url))
      const child = spawn(process.execPath, ['--import', 'tsx', script], { env: { ...process.env, DATABASE_URL: url } })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
      child.on('close', (code) => resolve({ code, said }))
    })
  expect(await command()).toMatchObject({ code: 0 })
  const { code, said } = await whileAltered(id, raise(id), command)
  expect(code).toBe(1)
  expect(said).toContain(`tenant ${nordbygg}: ${reasonOf(id, 'not what was written')}.`)
})

test('J2: the hourly check finds altered rows with the whole chain, and holds again when they are as written', async () => {
  const id = await changeTwo()
  const stateOf = () =>
    db.selectFrom('audit_check').selectAll().where('tenant_id', '=', nordbygg).executeTakeFirstOrThrow()
  await checkChains(platform)
  expect(await stateOf()).toMatchObject({ broken_sequence: null })
  await whileAltered(id, raise(id), async () => {
    for (const _ of [1, 2]) {
      await checkChains(later(1))
      expect(await stateOf()).toMatchObject({
        broken_sequence: await sequenceOf(id),
        broken_reason: reasonOf(id, 'not what was written'),
      })
    }
  })
  const told = await staff.list(auditEvents, { filter: { action: 'audit.check' } })
  expect(told.map(({ target, reason }) => [target, reason])).toEqual([[nordbygg, reasonOf(id, 'not what was written')]])
  await checkChains(platform)
  expect(await stateOf()).toMatchObject({ broken_sequence: null, reading_sequence: null })
})

test('J2: a check ends after as many rows as one may read, and the next one goes on from there', async () => {
  await changeTwo()
  await checkChains(platform)
  const verified = async () => {
    const check = db.selectFrom('audit_check').select('sequence').where('tenant_id', '=', nordbygg)
    return (await check.executeTakeFirstOrThrow()).sequence
  }
  const [before, first, second] = [await verified(), await changeTwo(), await changeTwo()]
  const [firstSequence, secondSequence] = [await sequenceOf(first), await sequenceOf(second)]
  expect(firstSequence).toBeGreaterThan(before)
  await checkChains(platform, { batch: 1, maxRows: 2 })
  expect(await verified()).toBe(firstSequence)
  await checkChains(platform, { batch: 1, maxRows: 2 })
  expect(await verified()).toBe(secondSequence)
})

test('J2: the digest of many rows is that of few, however many are read at a time', async () => {
  const [id, other, none] = [uuidv7(), uuidv7(), uuidv7()]
  const at = new Date(clock.now()).toISOString()
  const sizes: [string, number][] = [
    [id, 2 * rowsAtATime],
    [other, 2 * rowsAtATime + 3],
  ]
  for (const [set, rows] of sizes) {
    await sql`insert into change_set (id, customer_id, kind, state, created_at) values (${set}, ${nordbygg}, 'roles', 'planned', ${at})`.execute(
      db,
    )
    await sql`
      insert into change_set_row (change_set_id, number, outcome, user_id, before, after)
      select ${set}, number * 2, case when number % 7 = 0 then 'same' else 'change' end, gen_random_uuid(), null,
        jsonb_build_object('name', 'Ærlig ' || number)
      from generate_series(1, ${rows} * 7 / 6) as number`.execute(db)
  }
  const digests = await digestRows(db, [id, other, none])
  for (const set of [id, other, none]) {
    const { rows } = await selectRowsDigest(set).execute(db)
    expect(digests.get(set)).toEqual(rows[0])
  }
  expect(digests.get(none)).toMatchObject({ rows: 0 })
  expect(new Set([...digests.values()].map(({ digest }) => digest)).size).toBe(3)
  await db.deleteFrom('change_set').where('id', 'in', [id, other]).execute()
})

test('J2: ends that another time zone moves are in the chain as new rows, and altering them afterwards is a break', async () => {
  const id = await changeTwo()
  const planned = await astrid.post(changeSets, {
    ...{ kind: 'roles', customer: nordbygg },
    input: { cells: [{ user: odd, project: museum, level: 10, accessUntil: '2999-06-30' }] },
  } as never)
  const [applied] = (await eventsOf(id)).filter(({ action }) => action === 'change-sets.apply')
  await staff.patch(customers, nordbygg, { timeZone: 'Asia/Tokyo' })
  const [recorded] = await eventsOf(id)
  expect(recorded).toMatchObject({ action: 'change-sets.record-rows', actor: 'staff@lintel.example' })
  expect(recorded?.after).toEqual({ rows: 2, digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(applied?.after).toMatchObject({ kind: 'roles', rows: 2 })
  expect(applied?.after).not.toMatchObject(recorded?.after ?? {})
  expect(await breaks()).toEqual([])
  expect(await whileAltered(id, remove(id), breaks)).toEqual([
    { tenant: nordbygg, sequence: recorded?.sequence, reason: reasonOf(id, 'missing') },
  ])
  // A plan has no digest before it is applied.
  expect((await eventsOf(planned.id)).map(({ action }) => action)).toEqual(['change-sets.create'])
  await astrid.call(applyChangeSet, { parameters: { id: planned.id } })
  expect(await breaks()).toEqual([])
  await staff.patch(customers, nordbygg, { timeZone: 'Europe/Oslo' })
  expect(await breaks()).toEqual([])
})

/** A customer with an organization that was renamed, and with a plan. */
async function addRenamed() {
  const draft = { name: `Gone ${uuidv7()}`, customerAdmins: [], apiUsers: [], providers: [], timeZone: 'UTC' }
  const { id: customer } = await staff.post(customers, draft)
  const save = (input: ChangeSetInput<'organization'>) => post('organization', input, customer, staff)
  const added = await save({ fields: { name: 'Before AS' } })
  const organization = String(added.rows?.[0]?.object.id)
  const renamed = await save({ organization, fields: { name: 'After AS' } })
  const input = { organization, fields: { name: 'Later AS' } }
  const planned = await staff.post(changeSets, { kind: 'organization', customer, input } as never)
  expect([renamed.state, planned.state]).toEqual(['applied', 'planned'])
  return { customer, added: added.id, renamed: renamed.id, planned: planned.id }
}

test('J3: what was changed at a deleted customer stays in its history, for staff alone, and is not undone', async () => {
  const { customer, added, renamed, planned } = await addRenamed()
  await sql`update change_set_row set kept = '{"secret": true}' where change_set_id = ${renamed}`.execute(db)
  await staff.remove(customers, customer)

  const at = { parameters: { id: renamed } }
  const rows = await staff.call(listChangeSetRows, { ...at, query: {} })
  expect(rows.data.map(({ attributes: { before, after } }) => [before, after])).toMatchObject([
    [{ name: 'Before AS' }, { name: 'After AS' }],
  ])
  expect(await staff.get(changeSets, renamed)).toMatchObject({ customer, state: 'applied' })
  const listed = await staff.list(changeSets, { filter: { customer } })
  expect(listed.map(({ id }) => id).sort()).toEqual([added, renamed].sort())
  const stored = db.selectFrom('change_set_row').select('kept').where('change_set_id', '=', renamed)
  expect(await stored.execute()).toEqual([{ kept: null }])
  await expect(staff.get(changeSets, planned)).rejects.toMatchObject({ status: 404 })
  for (const other of [astrid, gro]) {
    await expect(other.get(changeSets, renamed)).rejects.toMatchObject({ status: 404 })
    await expect(other.call(listChangeSetRows, { ...at, query: {} })).rejects.toMatchObject({ status: 404 })
    expect(await other.list(auditEvents, { filter: { target: renamed } })).toEqual([])
  }

  await expect(staff.call(previewUndo, at)).rejects.toMatchObject({ code: 'conflict' })
  await expect(staff.call(undoChangeSet, { ...at, body: { partial: true } })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await staff.get(changeSets, renamed)).toMatchObject({ state: 'applied' })

  expect(await breaks()).toEqual([])
  const altered = sql`update change_set_row set after = '{"name": "Other AS"}' where change_set_id = ${renamed}`
  expect(await whileAltered(renamed, altered, breaks)).toMatchObject([
    { tenant: customer, reason: reasonOf(renamed, 'not what was written') },
  ])
})

test('a change set is made only for a customer that exists', async () => {
  const { customer } = await addRenamed()
  await staff.remove(customers, customer)
  for (const gone of [customer, platformTenant]) {
    const failed = post('organization', { fields: { name: 'Late AS' } }, gone, staff)
    await expect(failed).rejects.toMatchObject({ code: 'unknownReference' })
  }
})

test('J3: rows go after the event that proves them, and what retention removed is no break', async () => {
  const { customer, added, renamed } = await addRenamed()
  const kept = await changeTwo()
  await staff.remove(customers, customer)
  const remaining = async () => {
    const sets = db.selectFrom('change_set').select('id').where('id', 'in', [added, renamed, kept])
    return (await sets.execute()).length
  }
  const past = later(platform.configuration.auditRetentionDays + 1)
  const forget = () =>
    deleteOldChangeSetsJob.run({
      ...{ platform: past, payload: {}, signal: new AbortController().signal },
      job: { id: nordbygg, attempt: 1, customer: null },
    })
  await forget()
  expect(await remaining()).toBe(3)
  expect(await breaks()).toEqual([])
  await retainAudit(past)
  expect(await breaks()).toEqual([])
  await forget()
  expect(await remaining()).toBe(0)
  expect(await breaks()).toEqual([])
  await checkChains(past)
  const broken = db.selectFrom('audit_check').select('tenant_id').where('broken_sequence', 'is not', null)
  expect(await broken.execute()).toEqual([])
})
