// Cost of copying a template compared with the bare INSERT … SELECT of the same rows into the same tables, in the same run.
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { readConfiguration } from '../server/src/platform/configuration'
import type { Transaction } from '../server/src/platform/database'
import { provisionProjectJob } from '../server/src/projects/project-creation/provision-project'
import { openBenchDatabase } from './database'
import { report } from './report'
import { median } from './statistics'

const rounds = 7
const checklists = 2_000
const itemsEach = 20
const others = 500

const database = await openBenchDatabase()
const { db } = database
const ignoreProgress = () => undefined
const platform = {
  db,
  clock: Date.now,
  configuration: readConfiguration({}),
  log: { info: ignoreProgress, warn: ignoreProgress, error: ignoreProgress },
  includes: new Map(),
}
const [customer, owner, library, template] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]

async function addProject(id: string, from: string | null): Promise<string> {
  await db.transaction().execute(async (transaction) => {
    await sql`
      insert into project (id, customer_id, name, owner_id, created_by, is_library, project_template_id, creation_state)
      values (${id}, ${customer}, ${id}, ${owner}, ${owner}, ${from === null}, ${from}, ${from && 'making'})`.execute(
      transaction,
    )
    await sql`
      insert into project_member (project_id, user_id, customer_id, privilege_level)
      values (${id}, ${owner}, ${customer}, 30)`.execute(transaction)
  })
  return id
}

async function addContent(): Promise<void> {
  await sql`insert into customer (id, name) values (${customer}, 'Bench')`.execute(db)
  await sql`
    insert into app_user (id, email, given_name, family_name) values (${owner}, 'owner@bench.example', 'Owner', 'Bench')`.execute(
    db,
  )
  // A template is copied only for somebody who may choose it.
  await sql`update app_user set home_customer_id = ${customer} where id = ${owner}`.execute(db)
  await addProject(library, null)
  const part = sql`${customer}, ${library}`
  const at = (count: number) => sql`generate_series(1, ${count}) as at`
  await sql`
    insert into workflow (id, customer_id, project_id, name, colour, states)
    select gen_random_uuid(), ${part}, 'Ways/' || at, '#112233', '[{"name":"Open","kind":"open"},{"name":"Closed","kind":"closed"}]'
    from ${at(others)}`.execute(db)
  await sql`
    insert into folder_label (id, customer_id, project_id, name, colour)
    select gen_random_uuid(), ${part}, 'Label ' || at, '#112233' from ${at(others)}`.execute(db)
  await sql`
    insert into folder (id, customer_id, project_id, name, labels)
    select gen_random_uuid(), ${part}, 'Folder ' || at, jsonb_build_array('Label ' || at) from ${at(others)}`.execute(
    db,
  )
  await sql`
    insert into checklist (id, customer_id, project_id, name, applies_to, workflow_id, items)
    select gen_random_uuid(), ${part}, 'Part ' || at % 40 || '/List ' || at, 'space',
      (select id from workflow where project_id = ${library} and name = 'Ways/' || 1 + at % ${others}),
      (select jsonb_agg(jsonb_build_object('title', 'What is looked at, number ' || item, 'type', 'tick'))
        from generate_series(1, ${itemsEach}) as item)
    from ${at(checklists)}`.execute(db)
  await sql`insert into project_template (id, customer_id, name) values (${template}, ${customer}, 'Bench')`.execute(db)
  await sql`
    insert into template_entry (template_id, source_project_id, key, is_everything)
    select ${template}, ${library}, key, true
    from unnest(array['checklists', 'workflows', 'folders', 'folderLabels']) as key`.execute(db)
  for (const table of ['workflow', 'folder_label', 'folder', 'checklist'])
    await sql`analyze ${sql.table(table)}`.execute(db)
}

/** The same rows by the shortest statements: references are by name, which is unique in the library. */
async function copyBare(transaction: Transaction, project: string): Promise<void> {
  const copies = (table: string, columns: string, values: RawBuilder<unknown> = sql.raw(columns)) =>
    sql`
    insert into ${sql.table(table)} (id, customer_id, project_id, name, ${sql.raw(columns)})
    select gen_random_uuid(), customer_id, ${project}::uuid, name, ${values} from ${sql.table(table)}
    where project_id = ${library}`.execute(transaction)
  await copies('folder_label', 'colour')
  await copies('workflow', 'colour, states')
  await sql`
    insert into checklist (id, customer_id, project_id, name, applies_to, is_repeatable, workflow_id, items)
    select gen_random_uuid(), source.customer_id, ${project}::uuid, source.name, applies_to, is_repeatable, workflow.id, items
    from checklist as source
    join workflow on workflow.project_id = ${project} and workflow.name = source.workflow_name
    where source.project_id = ${library}`.execute(transaction)
  await copies('folder', 'labels')
}

async function measure(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

try {
  await addContent()
  const job = provisionProjectJob()
  const durations = { ours: [] as number[], bare: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    const created = await addProject(randomUUID(), template)
    const ours = await measure(() =>
      job.run({
        platform,
        payload: { project: created },
        job: { id: randomUUID(), attempt: 1, customer: null },
        signal: new AbortController().signal,
      }),
    )
    const plain = await addProject(randomUUID(), template)
    const bare = await measure(() => db.transaction().execute((transaction) => copyBare(transaction, plain)))
    const { rows } = await sql<{ alike: boolean }>`
      select (select count(*) from project_content where project_id = ${created})
        = (select count(*) from project_content where project_id = ${plain}) as alike`.execute(db)
    if (!rows[0]?.alike) throw new Error('The two copies differ')
    // The first round is a warm-up.
    if (round < 0) continue
    durations.ours.push(ours)
    durations.bare.push(bare)
  }
  const [ours, limit] = [median(durations.ours), median(durations.bare)]
  report([
    {
      id: 'template-copy',
      operation:
        'a project made from a template of 2,000 checklists with 40,000 items and 500 workflows, folders and labels each, against the bare INSERT … SELECT of the same rows',
      unit: 'ms',
      ours,
      limit,
      ratio: ours / limit,
      target: 2,
      met: ours / limit <= 2,
    },
  ])
} finally {
  await database.close()
}
