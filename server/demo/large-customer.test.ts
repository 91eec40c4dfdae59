import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findFigureDifferences } from '../src/content/verify-figures.store'
import { closeDatabase, openDatabase } from '../src/platform/database'
import { onCleanup } from '../test/on-cleanup'
import { testDatabase } from '../test/test-database'
import { loadLargeCustomer } from './large-customer'
import type { LargeCustomer } from './teams'

const { url } = await testDatabase()
// No timeouts, because loading may take long.
const db = openDatabase({ url, statementTimeout: 0, silence: 600_000 })
onCleanup(() => closeDatabase(db))
const now = Date.UTC(2025, 5, 1)
const size = { users: 300, projects: 25, memberships: 2_000, seed: 7 }
const load = (more: Partial<LargeCustomer> = {}) => loadLargeCustomer(db, { ...size, ...more }, now, () => undefined)

test('a large customer has exactly the users, projects and memberships asked for', async () => {
  const { counts, customer, administrator } = await load()
  expect(counts).toEqual({ users: 300, projects: 25, memberships: 2_000 })
  const { rows } = await sql<{ owners: number; administrators: number }>`
    select (select count(*) from project_member where customer_id = ${customer} and privilege_level = 30) as owners,
      (select count(*) from customer_admin join app_user on app_user.id = user_id
        where customer_id = ${customer} and email = ${administrator}) as administrators`.execute(db)
  expect(rows).toEqual([{ owners: 25, administrators: 1 }])
})

test('the same seed is refused a second time, another one makes other people', async () => {
  await expect(load()).rejects.toThrow('choose another --seed')
  const { customer } = await load({ seed: 8 })
  const { rows } = await sql<{ people: number }>`
    select count(*) as people from app_user where home_customer_id = ${customer}`.execute(db)
  expect(rows).toEqual([{ people: 300 }])
})

test('a guest of a large customer is in one project only', async () => {
  const { customer } = await load({ seed: 9 })
  const { rows } = await sql`
    select user_id from project_member where customer_id = ${customer}
    group by user_id having bool_or(privilege_level = 5) and count(*) > 1`.execute(db)
  expect(rows).toEqual([])
  const guests = await sql<{ guests: number }>`
    select count(*) as guests from project_member where customer_id = ${customer} and privilege_level = 5`.execute(db)
  expect(guests.rows).toEqual([{ guests: 6 }])
})

test('the first project of a large customer holds the topics and checklists asked for, all of them counted', async () => {
  const { customer } = await load({ seed: 10, topics: 2_000, checklists: 60 })
  const { rows } = await sql`
    select num_actual_topics as topics, num_checklists as checklists, last_topic_number as last
    from project_figures where customer_id = ${customer} and num_checklists > 0`.execute(db)
  expect(rows).toEqual([{ topics: 2_000, checklists: 60, last: 2_000 }])
  expect(await findFigureDifferences(db)).toEqual([])
})
