// A page of a customer's memberships with a hundred thousand, a million and ten million of them.
import { sql } from 'kysely'
import pg from 'pg'
import { loadLargeCustomer } from '../server/demo/large-customer'
import { openBenchDatabase } from './database'
import { growMemberships } from './grow-memberships'
import { memberPage } from './member-page'
import { report } from './report'
import { type Cost, costOf, growthRows, medianMs, planRow } from './statement-cost'

const users = 10_000
const projects = 1_000
const repetitions = 200
/** Memberships, and the resulting number of members per project. */
const sizes = [
  { name: '1x', perProject: undefined },
  { name: '10x', perProject: 1_000 },
  { name: '100x', perProject: 10_000 },
] as const

const database = await openBenchDatabase({ durable: false })
const size = { users, projects, memberships: 100_000, seed: 1 }
const { customer, administrator } = await loadLargeCustomer(database.db, size, Date.now(), () => undefined)
const client = new pg.Client({ connectionString: database.url })
await client.connect()

/** Cost of counting the customer's list, which first pages do at most once a second. */
async function countMs(): Promise<number> {
  const { count } = await memberPage(database.url, administrator, { customer })
  if (!count) throw new Error('The list was not counted')
  return medianMs(5, () => client.query(count.sql, count.parameters))
}

/** Cost of updating a membership with all indexes and constraints, without the audit log and the disk. */
const writeMs = () =>
  medianMs(repetitions, async () => {
    await client.query('begin')
    await client.query(
      `update project_member set privilege_level = 15, version = version + 1
        where (project_id, user_id) = (select project_id, user_id from project_member where customer_id = $1 and privilege_level = 10 limit 1)`,
      [customer],
    )
    await client.query('set constraints all immediate')
    await client.query('rollback')
  })

try {
  const { rows } = await sql<{ id: string }>`
    select project_id as id from project_member group by project_id order by count(*) desc limit 1`.execute(database.db)
  const queries = {
    customer: { customer, pagesBefore: 300 },
    project: { customer, project: rows[0]?.id ?? '' },
  }
  const costs: Record<keyof typeof queries, Cost[]> = { customer: [], project: [] }
  for (const { name, perProject } of sizes) {
    const startedAt = performance.now()
    if (perProject !== undefined) await growMemberships(database.adminUrl, customer, perProject)
    process.stdout.write(`${name} (${((performance.now() - startedAt) / 1_000).toFixed(0)} s)\n`)
    for (const about of ['customer', 'project'] as const) {
      const cost = await costOf(client, await memberPage(database.url, administrator, queries[about]), repetitions)
      costs[about].push(cost)
      process.stdout.write(`  ${about}: ${cost.milliseconds.toFixed(2)} ms, ${cost.blocks} blocks, ${cost.plan}\n`)
    }
    process.stdout.write(`  total of the customer: ${(await countMs()).toFixed(0)} ms\n`)
    process.stdout.write(`  membership written: ${(await writeMs()).toFixed(2)} ms\n`)
  }
  report(
    (['customer', 'project'] as const).flatMap((about) => {
      const operation = `page of 100 memberships of a ${about}`
      const measured = { id: `scale-${about}`, operation, costs: costs[about] }
      return [planRow(measured), ...growthRows(measured)]
    }),
  )
} finally {
  await client.end()
  await database.close()
}
