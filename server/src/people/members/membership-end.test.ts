import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseBeforeMigration } from '../../../test/database-before-migration'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { endOf, isActive, lastDayOf } from './membership-end.store'

const { db } = await testDatabase()
const { customers, addPerson, addProject, addMember } = await twoCustomers(db)
const owner = await addPerson('end-owner', { homeCustomer: customers.nord })
const project = await addProject('Ends', customers.nord, owner)
const [guest, member, lasting] = [
  await addPerson('end-guest'),
  await addPerson('end-member'),
  await addPerson('end-none'),
]
const [earlier, later] = ['2026-06-30T21:59:59Z', '2026-12-31T22:59:59Z']
await addMember(project, guest, 5, { expiration_date: earlier })
await addMember(project, member, 10, { access_until: later })
await addMember(project, lasting, 10)

test('a guest ends by one column and a member by the other; who has none stays', async () => {
  const at = (instant: string) => isActive('own', instant)
  const { rows } = await sql`
    select own.user_id as user, ${endOf('own')} as end, ${lastDayOf('own', sql`'Europe/Oslo'`)} as "lastDay",
      ${at('2026-06-30T21:59:58Z')} as before, ${at(earlier)} as "atEnd", ${at(later)} as after
    from project_member as own where own.project_id = ${project} and own.privilege_level < 30`.execute(db)
  const instant = (end: string) => expect.stringContaining(end.slice(0, 10))
  expect(rows).toHaveLength(3)
  expect(rows).toEqual(
    expect.arrayContaining([
      { user: guest.id, end: instant(earlier), lastDay: '2026-06-30', before: true, atEnd: false, after: false },
      { user: member.id, end: instant(later), lastDay: '2026-12-31', before: true, atEnd: true, after: false },
      { user: lasting.id, end: null, lastDay: null, before: true, atEnd: true, after: true },
    ]),
  )
})

test('the database refuses a second end', async () => {
  const change = (values: object, user: string) =>
    db.updateTable('project_member').set(values).where('project_id', '=', project).where('user_id', '=', user).execute()
  await change({ expiration_date: later }, guest.id)
  await expect(change({ access_until: earlier }, guest.id)).rejects.toThrow('project_member_ends_once')
  await change({ expiration_date: null, access_until: earlier }, guest.id)
  await expect(change({ expiration_date: later }, guest.id)).rejects.toThrow('project_member_ends_once')
})

test('the index of ends has the memberships whose end is between two instants', async () => {
  const { rows } = await db.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction)
    return sql<{ 'QUERY PLAN': string }>`
      explain select distinct project_id from project_member as own
      where ${endOf('own')} > ${earlier} and ${endOf('own')} <= ${later}`.execute(transaction)
  })
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('project_member_end_index')
  expect(plan).toContain('Index Cond')
})

test('a guest who had two ends before keeps the earlier one; a membership with one stays as it is', async () => {
  const former = await databaseBeforeMigration('258')
  const id = (at: number) => `018cc251-f400-7000-8000-00000000000${at}`
  await sql`insert into customer (id, name) values (${id(1)}, 'First')`.execute(former.db)
  for (const at of [2, 3, 4, 5])
    await sql`insert into app_user (id, email) values (${id(at)}, ${`${at}@first.example`})`.execute(former.db)
  await former.db.transaction().execute(async (transaction) => {
    await sql`
      insert into project (id, customer_id, name, owner_id) values (${id(9)}, ${id(1)}, 'Site', ${id(2)})`.execute(
      transaction,
    )
    await sql`
      insert into project_member (project_id, user_id, customer_id, privilege_level, expiration_date, access_until) values
        (${id(9)}, ${id(2)}, ${id(1)}, 30, null, ${later}), (${id(9)}, ${id(3)}, ${id(1)}, 5, ${later}, ${earlier}),
        (${id(9)}, ${id(4)}, ${id(1)}, 5, ${earlier}, ${later}), (${id(9)}, ${id(5)}, ${id(1)}, 5, ${later}, null)`.execute(
      transaction,
    )
  })
  await former.migrateToLatest()
  const { rows } = await sql`
    select user_id as user, expiration_date = ${earlier} as "isEarlier", access_until is null as "isSingle", version
    from project_member order by user_id`.execute(former.db)
  expect(rows).toEqual([
    { user: id(2), isEarlier: null, isSingle: false, version: 1 },
    { user: id(3), isEarlier: true, isSingle: true, version: 2 },
    { user: id(4), isEarlier: true, isSingle: true, version: 2 },
    { user: id(5), isEarlier: false, isSingle: true, version: 1 },
  ])
})
