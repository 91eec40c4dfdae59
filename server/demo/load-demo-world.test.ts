import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '../src/platform/database'
import { migrateDatabase } from '../src/platform/migrate'
import { emptyDatabase, testDatabase } from '../test/test-database'
import { demoStates } from './demo-states'
import { hasDemoWorld, loadDemoWorld } from './load-demo-world'

const { db } = await testDatabase()

/** A migrated database without the demo world. */
async function migratedDatabase() {
  const url = await emptyDatabase()
  await migrateDatabase({ url })
  return openDatabase({ url })
}

const states = Object.entries(demoStates)

test.each(states)('the demo world has: %s', async (_state, statement) => {
  const { rows } = await statement.execute(db)
  expect(rows.length).toBeGreaterThan(0)
})

test('it is a firm of several hundred people and several dozen projects', async () => {
  const { rows } = await sql<{ people: number; projects: number; members: number }>`
    select (select count(*) from app_user) as people, (select count(*) from project) as projects,
      (select count(*) from project_member) as members`.execute(db)
  expect(rows[0]?.people).toBeGreaterThan(300)
  expect(rows[0]?.projects).toBeGreaterThan(60)
  expect(rows[0]?.members).toBeGreaterThan(1_500)
})

test('a guest reaches one project only', async () => {
  const { rows } = await sql`
    select user_id from project_member
    group by user_id having bool_or(privilege_level = 5) and count(*) > 1`.execute(db)
  expect(rows).toEqual([])
})

test('Fjellbane shares nobody with the other customers', async () => {
  const { rows } = await sql<{ customers: number }>`
    select count(distinct customer_id) as customers from project_member
    where user_id in (
      select user_id from project_member join customer on customer.id = customer_id where customer.name like 'Fjellbane%'
    )`.execute(db)
  expect(rows[0]?.customers).toBe(1)
})

test('loaded twice from the same moment, it is the same world', async () => {
  const worlds = await Promise.all([migratedDatabase(), migratedDatabase()])
  for (const world of worlds) await loadDemoWorld(world, { now: Date.UTC(2025, 5, 1) })
  const [one, other] = await Promise.all(
    worlds.map(async (world) => {
      const { rows } = await sql<{ digest: string }>`
        select md5(string_agg(row, '' order by row)) as digest from (
          select app_user::text from app_user union all select project::text from project
          union all select project_member::text from project_member
          union all select customer_user_profile::text from customer_user_profile
        ) as everything (row)`.execute(world)
      await closeDatabase(world)
      return rows[0]?.digest
    }),
  )
  expect(one).toMatch(/^[0-9a-f]{32}$/)
  expect(other).toBe(one)
})

test('two servers that start on one empty database load it once', async () => {
  const world = await migratedDatabase()
  expect(await hasDemoWorld(world)).toBe(false)
  await Promise.all([loadDemoWorld(world), loadDemoWorld(world)])
  expect(await hasDemoWorld(world)).toBe(true)
  const { rows } = await sql<{ loads: number }>`
    select count(*) as loads from audit_event where action = 'demo.load'`.execute(world)
  expect(rows[0]?.loads).toBe(1)
  await closeDatabase(world)
})
