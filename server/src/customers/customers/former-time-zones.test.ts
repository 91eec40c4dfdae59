import { customers } from '@lintel/contract/customers/customers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseBeforeMigration } from '../../../test/database-before-migration'

const idAt = (at: number) => `018cc251-f400-7000-8000-${String(at).padStart(12, '0')}`

test('a customer whose time zone had a name that the database reads as another one, or not at all, has that of its place', async () => {
  const { db, migrateToLatest } = await databaseBeforeMigration('236')
  const changed = [
    ['VST', 'Asia/Ho_Chi_Minh'],
    ['ist', 'Asia/Kolkata'],
    ['CET', 'Europe/Brussels'],
    ['Japan', 'Asia/Tokyo'],
    ['PST8PDT', 'America/Los_Angeles'],
    ['NZ-CHAT', 'Pacific/Chatham'],
    ['GB-Eire', 'Europe/London'],
    ['SystemV/PST8PDT', 'America/Los_Angeles'],
    ['US/Pacific-New', 'America/Los_Angeles'],
    ['-05:00', 'Etc/GMT+5'],
    ['+0200', 'Etc/GMT-2'],
    ['+14', 'Etc/GMT-14'],
    ['+05:30', 'Asia/Kolkata'],
    ['GMT', 'UTC'],
    ['GMT+0', 'UTC'],
    ['utc', 'UTC'],
    ['Zulu', 'UTC'],
    ['+00:00', 'UTC'],
    ['+19:00', 'UTC'],
    ['-03:17', 'UTC'],
    ['Atlantis/Capital', 'UTC'],
  ] as const
  const unchanged = ['Europe/Oslo', 'europe/oslo', 'Etc/GMT-2', 'America/Argentina/Buenos_Aires', 'UTC']
  for (const [at, zone] of [...changed.map(([before]) => before), ...unchanged].entries())
    await sql`insert into customer (id, name, time_zone) values (${idAt(at)}, ${zone}, ${zone})`.execute(db)
  await migrateToLatest()
  const { rows } = await sql<{ zone: string }>`
    select name as former, time_zone as zone, version from customer order by id`.execute(db)
  expect(rows).toEqual([
    ...changed.map(([former, zone]) => ({ former, zone, version: 2 })),
    ...unchanged.map((zone) => ({ former: zone, zone, version: 1 })),
  ])
  const { rows: events } = await sql`
    select action, target_id, before ->> 'timeZone' as before, after ->> 'timeZone' as after from audit_event order by target_id`.execute(
    db,
  )
  expect(events).toEqual(
    changed.map(([before, after], at) => ({ action: 'customers.update', target_id: idAt(at), before, after })),
  )
  for (const { zone: timeZone } of rows) expect(customers.patch.safeParse({ timeZone }).success, timeZone).toBe(true)
  const unknown = sql`select time_zone from customer where not exists (
    select from pg_timezone_names where lower(name) = lower(time_zone))`
  expect((await unknown.execute(db)).rows).toEqual([])
})
