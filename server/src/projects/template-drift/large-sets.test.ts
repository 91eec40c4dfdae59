// What statements of large change sets read and compare while the planner's statistics are older than their rows, as they are in a database in
// use. Rows are counted with the blocks: a comparison of rows in memory touches no block.
import { type CompiledQuery, type QueryExecutor, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { blocksOf, explain, rowsOfSteps } from '../../../test/explain'
import { rolledBack } from '../../../test/rolled-back'
import { testDatabase } from '../../../test/test-database'
import type { Transaction } from '../../platform/database'
import { addDocuments } from './drift-documents.store'
import { undoFolders } from './drift-folder-steps.store'
import { findTouchedDrift } from './drift-touched.store'
import { restoreTemplateVersions } from './drift-tracking.store'

const { db } = await testDatabase()
const customer = customerId('nordbygg')

// Change sets of few rows, as most are.
await sql`
  with few as (
    insert into change_set (id, customer_id, kind, state, created_at)
    select gen_random_uuid(), ${customer}, 'roles', 'applied', now() from generate_series(1, 2000) returning id
  )
  insert into change_set_row (change_set_id, number, outcome, project_id, object, after, kept)
  select few.id, number, 'change', (select id from project limit 1), jsonb_build_object('type', 'groups', 'id', gen_random_uuid()),
    '{"action": "add"}', '{}'
  from few cross join generate_series(1, 5) as number`.execute(db)
await sql`analyze`.execute(db)

/** A transaction whose statements are executed by `explain`, which adds what they read and compare to `work`. */
function counting(transaction: Transaction, work: { done: number }): Transaction {
  const executor: QueryExecutor = transaction.getExecutor()
  const execute = async ({ sql: text, parameters }: CompiledQuery) => {
    const plan = await explain(transaction, text, parameters)
    work.done += rowsOfSteps(plan).reduce((sum, each) => sum + each, blocksOf(plan))
    return { rows: [], numAffectedRows: 0n }
  }
  const counted = new Proxy(executor, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (key === 'executeQuery') return execute
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return new Proxy(transaction, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (key === 'getExecutor') return () => counted
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** What `run` reads and compares for each of so many rows, which `fill` adds to a change set. */
async function workOfEachRow(
  rows: number,
  fill: (at: { db: Transaction; set: string; project: string; library: string }) => Promise<unknown>,
  run: (at: { db: Transaction; set: string }) => Promise<unknown>,
): Promise<number> {
  const work = { done: 0 }
  await rolledBack(db, async (transaction) => {
    const set = uuidv7()
    await sql`
      insert into change_set (id, customer_id, kind, state, created_at)
      values (${set}, ${customer}, 'template-drift', 'applied', now())`.execute(transaction)
    const [project = '', library = ''] = await addProjects(transaction, 2)
    await fill({ db: transaction, set, project, library })
    await run({ db: counting(transaction, work), set })
  })
  expect(work.done).toBeGreaterThan(rows)
  return work.done / rows
}

async function addProjects(transaction: Transaction, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into project (id, customer_id, name, owner_id)
    select gen_random_uuid(), ${customer}, 'Site ' || gen_random_uuid(), (select owner_id from project where customer_id = ${customer} limit 1)
    from generate_series(1, ${count}) returning id`.execute(transaction)
  return rows.map(({ id }) => id)
}

type Fill = (rows: number) => Parameters<typeof workOfEachRow>[1]

/** Folders that were given the added label, each with a document that has it too. */
const labelled: Fill = (count) => async (at) => {
  await sql`
    insert into folder (id, customer_id, project_id, name, labels)
    select gen_random_uuid(), ${customer}, ${at.project}, 'Folder ' || number, '["New"]' from generate_series(1, ${count}) as number`.execute(
    at.db,
  )
  await sql`
    insert into document (id, customer_id, project_id, folder_id, name, labels)
    select gen_random_uuid(), ${customer}, project_id, id, 'Plan', labels from folder where project_id = ${at.project}`.execute(
    at.db,
  )
  await sql`
    insert into folder_label (id, customer_id, project_id, name, colour)
    values (gen_random_uuid(), ${customer}, ${at.project}, 'New', '#336699')`.execute(at.db)
  await sql`
    insert into change_set_row (change_set_id, number, outcome, project_id, object, before, after, kept)
    select ${at.set}, row_number() over (order by entity_type, id), 'change', project_id, jsonb_build_object('type', entity_type, 'id', id),
      case when entity_type = 'folders' then jsonb_build_object('name', name) end,
      jsonb_build_object('action', case when entity_type = 'folders' then 'update' else 'add' end, 'name', name),
      jsonb_build_object('result', content_hash)
    from project_content where project_id = ${at.project}`.execute(at.db)
}

/** Removed records in a project with as many others. Each tenth folder was a parent of those before it. */
const removed: Fill = (count) => async (at) => {
  await sql`
    insert into folder (id, customer_id, project_id, name)
    select gen_random_uuid(), ${customer}, ${at.project}, 'Folder ' || number from generate_series(1, ${count}) as number`.execute(
    at.db,
  )
  await sql`
    insert into workflow (id, customer_id, project_id, name, colour, states)
    select gen_random_uuid(), ${customer}, ${at.project}, 'Flow ' || number, '#336699', '[{"name":"Open","kind":"open"}]'
    from generate_series(1, ${count}) as number`.execute(at.db)
  await sql`
    with gone as materialized (select number, gen_random_uuid() as id from generate_series(1, ${count}) as number)
    insert into change_set_row (change_set_id, number, outcome, project_id, object, before, after, kept)
    select ${at.set}, gone.number, 'change', ${at.project},
      jsonb_build_object('type', case when gone.number % 3 = 0 then 'workflows' else 'folders' end, 'id', gone.id),
      jsonb_build_object('name', 'Gone ' || gone.number), '{"action": "remove"}',
      jsonb_build_object('was', jsonb_build_object('parent_id', parent.id))
    from gone left join gone as parent on gone.number % 10 <> 0 and parent.number = (gone.number / 10 + 1) * 10`.execute(
    at.db,
  )
}

/** Copies of folders whose three documents were received, and deleted since. */
const received: Fill = (count) => async (at) => {
  await sql`
    insert into folder (id, customer_id, project_id, name)
    select gen_random_uuid(), ${customer}, project, 'Folder ' || number
    from generate_series(1, ${count}) as number cross join unnest(${[at.library, at.project]}::uuid[]) as project`.execute(
    at.db,
  )
  await sql`
    insert into document (id, customer_id, project_id, folder_id, name)
    select gen_random_uuid(), ${customer}, project_id, id, 'Plan ' || number from folder cross join generate_series(1, 3) as number
    where project_id = ${at.library}`.execute(at.db)
  await sql`
    insert into copied_resource (project_id, entity_type, resource_id, source_project_id, source_id, source_version, source_hash, copy_hash,
      source_documents)
    select copy.project_id, 'folders', copy.id, source.project_id, source.id, 1, '', '',
      array(select id from document where project_id = source.project_id and folder_id = source.id)
    from folder as source join folder as copy on copy.project_id = ${at.project} and copy.name = source.name
    where source.project_id = ${at.library}`.execute(at.db)
  await sql`
    insert into change_set_row (change_set_id, number, outcome, project_id, object, before, after, kept)
    select ${at.set}, row_number() over (), 'change', project_id, jsonb_build_object('type', 'folders', 'id', resource_id), '{"name": "Folder"}',
      '{"action": "update", "name": "Folder"}', jsonb_build_object('sourceProject', source_project_id, 'source', source_id)
    from copied_resource where project_id = ${at.project}`.execute(at.db)
}

/** Folders that were given a document, and whose other document was given a version, a name and a label. */
const updated: Fill = (count) => async (at) => {
  await sql`
    insert into folder (id, customer_id, project_id, name)
    select gen_random_uuid(), ${customer}, ${at.project}, 'Folder ' || number from generate_series(1, ${count}) as number`.execute(
    at.db,
  )
  await sql`
    insert into document (id, customer_id, project_id, folder_id, name, revision, size, media_type, object_key, checksum)
    select gen_random_uuid(), ${customer}, project_id, id, given.name, 1, 3, 'text/plain', 'key', 'checksum'
    from folder cross join unnest(array['Plan', 'Brought']) as given (name) where project_id = ${at.project}`.execute(
    at.db,
  )
  await sql`
    insert into change_set_row (change_set_id, number, outcome, project_id, object, before, after, kept)
    select ${at.set}, row_number() over (), 'change', folder.project_id, jsonb_build_object('type', 'folders', 'id', folder.id),
      jsonb_build_object('name', folder.name), '{"action": "update"}', jsonb_build_object(
        'labels', folder.labels, 'documents', jsonb_build_array(brought.id),
        'documentsNamed', jsonb_build_array(jsonb_build_object('id', plan.id, 'was', 'Former', 'name', plan.name)),
        'documentsLabelled', jsonb_build_array(jsonb_build_object('id', plan.id, 'was', '["A"]'::jsonb, 'labels', plan.labels)),
        'documentsWere', jsonb_build_array(to_jsonb(plan) || '{"revision": 0}'))
    from folder
    join document as plan on plan.folder_id = folder.id and plan.name = 'Plan'
    join document as brought on brought.folder_id = folder.id and brought.name = 'Brought'
    where folder.project_id = ${at.project}`.execute(at.db)
}

/** Rows of which each twentieth is about the template's version of a project; the first one keeps the entries. */
const versions: Fill = (count) => async (at) => {
  const projects = await addProjects(at.db, count / 20)
  await sql`
    insert into template_application (project_id, customer_id, template_id, template_version, entries)
    select id, ${customer}, gen_random_uuid(), 2, '[]' from unnest(${projects}::uuid[]) as id`.execute(at.db)
  await sql`
    insert into change_set_row (change_set_id, number, outcome, project_id, object, before, after, kept)
    select ${at.set}, row_number() over (order by number, id), 'change', id,
      jsonb_build_object('type', case number when 1 then 'project-templates' else 'workflows' end), '{"version": 1}', '{"version": 2}',
      case when number = 1 and id = ${projects[0]} then '{"entries": []}' else '{}' end::jsonb
    from unnest(${projects}::uuid[]) as id cross join generate_series(1, 20) as number`.execute(at.db)
}

const preview: Parameters<typeof workOfEachRow>[2] = (at) => findTouchedDrift(at.db, at.set, customer)
const step = { actor: uuidv7(), now: Date.now() }

test.each<{ title: string; fill: Fill; run: Parameters<typeof workOfEachRow>[2] }>([
  { title: 'the preview of an undo that takes away a label of many folders', fill: labelled, run: preview },
  { title: 'the preview of an undo that restores many records', fill: removed, run: preview },
  {
    title: 'the undo of the template versions of many projects',
    fill: versions,
    run: (at) => restoreTemplateVersions(at.db, at.set),
  },
  { title: 'the undo of many folders with documents', fill: updated, run: (at) => undoFolders({ ...at, ...step }) },
  { title: 'adding documents to many folders', fill: received, run: (at) => addDocuments({ ...at, ...step }) },
])('$title costs the same for each row, however many there are', async ({ fill, run }) => {
  const [few, many] = [await workOfEachRow(200, fill(200), run), await workOfEachRow(1600, fill(1600), run)]
  expect(many).toBeLessThan(1.5 * few)
})
