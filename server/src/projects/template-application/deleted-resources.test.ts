import { readTemplatePreview } from '@lintel/contract/projects/template-application'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { countBlocks } from '../../../test/capture-statements'
import { templateWorld } from '../../../test/template-world'
import { testApp } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { templatePreviewRoutes } from './template-preview.routes'

const { db } = await testDatabase()
const { people, customers, addLibrary, addTemplate } = await templateWorld(db)
const app = await testApp({ db, people, routes: templatePreviewRoutes })
const preview = (template: string) =>
  apiClient(app, async () => 'mei').call(readTemplatePreview, { parameters: { choice: `template-${template}` } })

/** A library with two hundred checklists and a template that names each of them. */
async function addLargeLibrary() {
  const library = await addLibrary('Large')
  await sql`
    insert into checklist (id, customer_id, project_id, name, applies_to, items)
    select gen_random_uuid(), ${customers.nord}::uuid, ${library}::uuid, 'List ' || number, 'space', '[]'
    from generate_series(1, 200) as number`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from checklist where project_id = ${library}`.execute(db)
  const template = await addTemplate(
    library,
    rows.map(({ id }) => ({ key: 'checklistId', value: id })),
  )
  return { library, template }
}

/** Adds templates with a thousand entries each that name other checklists of the library. */
async function addOtherTemplates(library: string, count: number): Promise<void> {
  const templates = await Promise.all(
    Array.from({ length: count }, () => addTemplate(library, [{ key: 'groups', isEverything: true }])),
  )
  await sql`
    insert into template_entry (template_id, source_project_id, key, value)
    select template, ${library}::uuid, 'checklistId', gen_random_uuid()::text
    from unnest(${templates}::uuid[]) as template cross join generate_series(1, 1000)`.execute(db)
  await sql`analyze template_entry`.execute(db)
}

test('what goes from a library reads the entries that name it, not the others of the library', async () => {
  const { library, template } = await addLargeLibrary()
  await addOtherTemplates(library, 8)
  const read = await db.transaction().execute(async (transaction) => {
    // As in the purge of a project, whose first statement deletes no content.
    await sql`delete from checklist where id = ${uuidv7()}`.execute(transaction)
    await sql`delete from checklist where project_id = ${library}`.execute(transaction)
    const { rows } = await sql<{ read: number }>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
      from pg_stat_xact_user_tables where relname = 'template_entry'`.execute(transaction)
    return rows[0]?.read ?? 0
  })
  const named = db.selectFrom('template_entry').where('template_id', '=', template).where('source_name', 'is not', null)
  expect(await named.select('value').execute()).toHaveLength(200)
  // The whole table once is less than the entries of the library for each of two hundred checklists.
  expect(read).toBeLessThan(20_000)
})

test('the names of what is gone are found at the same cost, however many entries name the library', async () => {
  const blocks = async (others: number) => {
    const { library, template } = await addLargeLibrary()
    await addOtherTemplates(library, others)
    await sql`delete from checklist where project_id = ${library}`.execute(db)
    const { skipped } = await preview(template)
    expect(new Set(skipped.map((entry) => 'name' in entry && entry.name)).size).toBe(200)
    return countBlocks(db, 'named.source_name', () => preview(template))
  }
  const [few, many] = [await blocks(1), await blocks(8)]
  expect(many).toBeLessThan(2 * few)
})
