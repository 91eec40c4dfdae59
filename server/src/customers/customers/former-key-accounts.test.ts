import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseBeforeMigration } from '../../../test/database-before-migration'

const [led, left, closed] = [1, 2, 3].map((at) => `018cc251-f400-7000-8000-00000000000${at}`)
const [staff, former, gone] = [1, 2, 3].map((at) => `018cc251-f400-7000-8000-00000000001${at}`)
const [program, invited, proved] = [1, 2, 3].map((at) => `018cc251-f400-7000-8000-00000000002${at}`)
const platform = '00000000-0000-0000-0000-000000000000'

test('who left the staff before is no key account manager any more, and a service account that was made a person’s is an ordinary account', async () => {
  const { db, migrateToLatest } = await databaseBeforeMigration('221')
  await sql`
    insert into app_user (id, email, role, deleted_at) values
      (${staff}, 'staff@first.example', 'rendra_staff', null), (${former}, 'former@first.example', null, null),
      (${gone}, 'gone@first.example', null, now())`.execute(db)
  await sql`
    insert into customer (id, name, kam_id) values
      (${led}, 'Led', ${staff}), (${left}, 'Left', ${former}), (${closed}, 'Closed', ${gone})`.execute(db)
  await sql`
    insert into app_user (id, email, service_account, home_customer_id, email_verified_at) values
      (${program}, 'program@first.example', true, ${led}, null), (${invited}, 'invited@first.example', true, ${led}, null),
      (${proved}, 'proved@first.example', true, null, now())`.execute(db)
  await sql`
    insert into customer_user_profile (id, customer_id, user_id) values (gen_random_uuid(), ${led}, ${invited})`.execute(
    db,
  )
  await migrateToLatest()
  const { rows: managed } = await sql`select id, kam_id, version from customer order by id`.execute(db)
  expect(managed).toEqual([
    { id: led, kam_id: staff, version: 1 },
    { id: left, kam_id: null, version: 2 },
    { id: closed, kam_id: null, version: 2 },
  ])
  const { rows: programs } = await sql`
    select id, version from app_user where service_account order by id`.execute(db)
  expect(programs).toEqual([{ id: program, version: 1 }])
  const { rows: events } = await sql`
    select action, tenant_id, target_id, before, after from audit_event order by action, target_id`.execute(db)
  const ended = { action: 'customers.update', after: { kam: null } }
  const converted = {
    ...{ action: 'users.update', before: { serviceAccount: true }, after: { serviceAccount: false } },
  }
  expect(events).toEqual([
    { ...ended, tenant_id: left, target_id: left, before: { kam: 'former@first.example' } },
    { ...ended, tenant_id: closed, target_id: closed, before: { kam: 'gone@first.example' } },
    { ...converted, tenant_id: led, target_id: 'invited@first.example' },
    { ...converted, tenant_id: platform, target_id: 'proved@first.example' },
  ])
})
