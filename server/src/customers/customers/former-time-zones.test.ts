import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseBeforeMigration } from '../../../test/database-before-migration'

const [saigon, kolkata, brussels, oslo, utc] = [1, 2, 3, 4, 5].map((at) => `018cc251-f400-7000-8000-00000000000${at}`)

test('a customer whose time zone had a name that the database reads as another one, or not at all, has that of its place', async () => {
  const { db, migrateToLatest } = await databaseBeforeMigration('236')
  await sql`
    insert into customer (id, name, time_zone) values (${saigon}, 'A', 'VST'), (${kolkata}, 'B', 'ist'), (${brussels}, 'C', 'CET'),
      (${oslo}, 'D', 'Europe/Oslo'), (${utc}, 'E', 'UTC')`.execute(db)
  await migrateToLatest()
  const { rows } = await sql`select id, time_zone as zone, version from customer order by id`.execute(db)
  expect(rows).toEqual([
    { id: saigon, zone: 'Asia/Ho_Chi_Minh', version: 2 },
    { id: kolkata, zone: 'Asia/Kolkata', version: 2 },
    { id: brussels, zone: 'Europe/Brussels', version: 2 },
    { id: oslo, zone: 'Europe/Oslo', version: 1 },
    { id: utc, zone: 'UTC', version: 1 },
  ])
  const { rows: events } = await sql`
    select action, target_id, before ->> 'timeZone' as before, after ->> 'timeZone' as after from audit_event order by target_id`.execute(
    db,
  )
  expect(events).toEqual([
    { action: 'customers.update', target_id: saigon, before: 'VST', after: 'Asia/Ho_Chi_Minh' },
    { action: 'customers.update', target_id: kolkata, before: 'IST', after: 'Asia/Kolkata' },
    { action: 'customers.update', target_id: brussels, before: 'CET', after: 'Europe/Brussels' },
  ])
  const places = sql<{ zone: string }>`select distinct time_zone as zone from customer where not exists (
    select from pg_timezone_names where name = time_zone)`
  expect((await places.execute(db)).rows).toEqual([])
})
