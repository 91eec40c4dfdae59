import { anonymous } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { databaseBeforeMigration } from '../../../test/database-before-migration'
import { appendAudit } from './audit'
import { selectRowsDigest } from './row-digests'
import { verifyAudit } from './verify'

test('J2: rows that were moved or deleted before they were compared are no break, and those that were not are still proved', async () => {
  const { db, migrateToLatest } = await databaseBeforeMigration('259')
  const customer = uuidv7()
  await sql`insert into customer (id, name) values (${customer}, 'Nord')`.execute(db)
  const [kept, moved, deleted] = [uuidv7(), uuidv7(), uuidv7()]
  const now = Date.now()
  for (const id of [kept, moved, deleted]) {
    await sql`insert into change_set (id, customer_id, kind, state, created_at, applied_at)
      values (${id}, ${customer}, 'roles', 'applied', now(), now())`.execute(db)
    await sql`insert into change_set_row (change_set_id, number, outcome, before, after)
      values (${id}, 1, 'change', '{"privilegeLevel": 10}', '{"privilegeLevel": 20}'), (${id}, 2, 'same', null, null)`.execute(
      db,
    )
    const [proof] = (await selectRowsDigest(id).execute(db)).rows
    const event = { action: 'change-sets.apply', customer, target: { type: 'change-sets', id } }
    await appendAudit(db, [{ ...event, after: { kind: 'roles', ...proof } }], {
      ...{ actor: anonymous, requestId: 'test', ip: null, userAgent: null, now },
    })
  }
  const alter = (id: string) =>
    sql`update change_set_row set after = '{"privilegeLevel": 15}' where change_set_id = ${id}`.execute(db)
  await alter(moved)
  await sql`delete from change_set where id = ${deleted}`.execute(db)
  expect((await verifyAudit(db)).broken).toMatchObject([
    { reason: `rows of change set ${moved} are not what was written` },
  ])

  await migrateToLatest()
  expect((await verifyAudit(db)).broken).toEqual([])
  const recorded = db
    .selectFrom('audit_event')
    .select('target_id as id')
    .where('action', '=', 'change-sets.record-rows')
    .orderBy('target_id')
  expect(await recorded.execute()).toEqual([{ id: moved }, { id: deleted }])
  await alter(kept)
  expect((await verifyAudit(db)).broken).toMatchObject([
    { reason: `rows of change set ${kept} are not what was written` },
  ])
})
