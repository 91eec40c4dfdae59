// What changes of content cost by their number of rows where a connection keeps the plans of a change of one row: blocks, not time.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/test-database'
import { twoCustomers } from '../../test/two-customers'
import type { Transaction } from '../platform/database'
import { findFigureDifferences } from './verify-figures.store'

const { db } = await testDatabase()
const { people, customers, addProject } = await twoCustomers(db)
const ola = people.ola as NonNullable<typeof people.ola>

/** A project with as many topics, and as many runs of a checklist. */
async function site(rows: number) {
  const project = await addProject(`Site of ${rows}`, customers.nord, ola)
  const place = { customer_id: customers.nord, project_id: project }
  const [workflow, checklist] = [uuidv7(), uuidv7()]
  const states = JSON.stringify([
    { name: 'Open', kind: 'open' },
    { name: 'Done', kind: 'done' },
  ])
  await db
    .insertInto('workflow')
    .values({ id: workflow, ...place, name: 'Defects', colour: '#123456', states })
    .execute()
  await db
    .insertInto('checklist')
    .values({ id: checklist, ...place, name: 'Fire seals', applies_to: 'project' })
    .execute()
  await sql`insert into topic (id, customer_id, project_id, number, title, workflow_id, state, state_kind)
    select gen_random_uuid(), ${customers.nord}, ${project}, number, 'Crack', ${workflow}, 'Open', 'open'
    from generate_series(1, ${rows}::integer) as number`.execute(db)
  await sql`insert into checklist_run (id, customer_id, project_id, checklist_id, place)
    select gen_random_uuid(), ${customers.nord}, ${project}, ${checklist}, 'Room ' || number
    from generate_series(1, ${rows}::integer) as number`.execute(db)
  return { project, rows }
}

type Site = Awaited<ReturnType<typeof site>>

const [one, few, many] = [await site(1), await site(250), await site(2_000)]

// A statement is explained without what its triggers do, a function with all that it does.
await sql`create function execute_within(statement text) returns void language plpgsql
  as 'begin execute statement; end'`.execute(db)

/** The blocks that a statement touches for each row of the project, with those that its triggers touch. */
async function blocksPerRow(transaction: Transaction, statement: string, { project, rows }: Site): Promise<number> {
  const { rows: explained } = await sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>`
    explain (analyze, buffers, timing off, format json)
    select execute_within(${`${statement} where project_id = '${project}'`})`.execute(transaction)
  const plan = explained[0]?.['QUERY PLAN'][0]?.Plan ?? {}
  const blocks = ['Shared Hit Blocks', 'Shared Read Blocks', 'Temp Read Blocks'].map((kind) => plan[kind] ?? 0)
  return blocks.reduce((sum, each) => sum + each) / rows
}

test.each([
  ['topics that are done', "update topic set state = 'Done', state_kind = 'done'"],
  ['runs that are done', "update checklist_run set state = 'done'"],
])('after a change of one row, each of many changed rows costs what each of few does: %s', async (_, change) => {
  await db.transaction().execute(async (transaction) => {
    // Changed rows that do not fit into this are in blocks, counted each time they are read.
    await sql`set local work_mem = '64kB'`.execute(transaction)
    await blocksPerRow(transaction, change, one)
    const ofFew = await blocksPerRow(transaction, change, few)
    const ofMany = await blocksPerRow(transaction, change, many)
    expect(ofMany).toBeLessThan(1.2 * ofFew)
  })
  const differing = (await findFigureDifferences(db)).map(({ project }) => project)
  for (const { project } of [one, few, many]) expect(differing).not.toContain(project)
})
