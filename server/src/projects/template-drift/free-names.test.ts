import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { driftWorld } from '../../../test/drift-world'

const { db, customer, newLibrary, addWorkflow, addChecklist, addFolder, entry, upload, undo, ...drift } =
  await driftWorld()
const { newTemplate, newProject, filledProject, plan, planAndApply, describeRows, namesIn, copyOf } = drift

const rename = (table: 'folder' | 'workflow' | 'checklist', id: string, name: string) =>
  sql`update ${sql.table(table)} set name = ${name}, version = version + 1 where id = ${id}`.execute(db)
const nameOf = async (folder: string) =>
  (await db.selectFrom('folder').select('name').where('id', '=', folder).executeTakeFirstOrThrow()).name
/** The names in a folder, or at the top level of the project. */
const namesBelow = async (project: string, parent: string | null) => {
  const found = db.selectFrom('folder').select('name').where('project_id', '=', project)
  const rows = await found.where('parent_id', 'is not distinct from', parent).orderBy('name').execute()
  return rows.map(({ name }) => name)
}
/** Entries that select folders of the library, all under one name. */
const asOne = (library: string, folders: readonly string[], renameTo: string): TemplateEntry[] =>
  folders.map((folder) => ({ ...entry(library, 'folderId', folder), renameTo }))

test('folders of one name below different parents keep it, except where a folder of the project has it', async () => {
  const library = await newLibrary()
  const [one, two] = [await addFolder(library, 'One'), await addFolder(library, 'Two')]
  const template = await newTemplate([entry(library, 'folders')])
  const project = await filledProject(template)
  const [copyOfOne, copyOfTwo] = [await copyOf(project, one), await copyOf(project, two)]
  for (const name of ['PLANS', 'plans (2)', 'Plans (4)']) await addFolder(project, name, copyOfOne)
  await addFolder(project, 'Plans')
  for (const parent of [one, two]) await addFolder(library, 'Plans', await addFolder(library, 'Plans', parent))
  const { rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows)).toEqual(['add Plans', 'add Plans', 'add Plans', 'add Plans (3)'])
  expect(await namesBelow(project, copyOfOne)).toEqual(['PLANS', 'plans (2)', 'Plans (3)', 'Plans (4)'])
  expect(await namesBelow(project, copyOfTwo)).toEqual(['Plans'])
  expect(await namesBelow(project, null)).toEqual(['One', 'Plans', 'Two'])
})

test('numbers fill the gaps between those that are taken, in the order of the entries', async () => {
  const library = await newLibrary()
  const sources: string[] = []
  for (const name of ['A', 'B', 'C', 'D']) sources.push(await addFolder(library, name))
  const template = await newTemplate(asOne(library, sources.toReversed(), 'Plans'))
  const project = await newProject(template)
  for (const name of ['plans', 'PLANS (3)', 'Plans (5)', 'Plans (1)', 'Plans (07)']) await addFolder(project, name)
  await planAndApply({ template: template.id, projects: [project] })
  const copies = await Promise.all(sources.map((source) => copyOf(project, source)))
  expect(await Promise.all(copies.map(nameOf))).toEqual(['Plans (7)', 'Plans (6)', 'Plans (4)', 'Plans (2)'])
})

test('names that are cut for their numbers are free as well, where one that is cut like them has a number already', async () => {
  const library = await newLibrary()
  const [long, cut] = ['x'.repeat(255), 'x'.repeat(247)]
  const sources: string[] = []
  for (const name of ['A', 'B', 'C']) sources.push(await addFolder(library, long, await addFolder(library, name)))
  const template = await newTemplate(sources.map((source) => entry(library, 'folderId', source)))
  const [planned, filled] = [await newProject(template), await filledProject(template)]
  await addFolder(planned, `${cut} (2)`)
  await planAndApply({ template: template.id, projects: [planned] })
  expect(await namesIn('folder', planned)).toEqual([`${cut} (2)`, `${cut} (3)`, `${cut} (4)`, long])
  expect(await namesIn('folder', filled)).toEqual([`${cut} (2)`, `${cut} (3)`, long])
})

test('three hundred of one name get three hundred names, in each project of a plan and in one that is made', async () => {
  const library = await newLibrary()
  await sql`
    insert into folder (id, customer_id, project_id, name)
    select gen_random_uuid(), ${customer}, ${library}, 'Folder ' || number from generate_series(1, 300) as number`.execute(
    db,
  )
  await sql`
    insert into workflow (id, customer_id, project_id, name, colour, states)
    select gen_random_uuid(), ${customer}, ${library}, 'Flow ' || number, '#336699', '[{"name":"Open","kind":"open"}]'
    from generate_series(1, 300) as number`.execute(db)
  const idsIn = async (table: 'folder' | 'workflow') =>
    (await db.selectFrom(table).select('id').where('project_id', '=', library).execute()).map(({ id }) => id)
  const template = await newTemplate([
    ...asOne(library, await idsIn('folder'), 'Plans'),
    ...(await idsIn('workflow')).map((id) => ({ ...entry(library, 'workflows', id), renameTo: 'Plans' })),
  ])
  const [one, two] = [await newProject(template), await newProject(template)]
  await addFolder(two, 'PLANS')
  await addWorkflow(two, 'Plans (150)')
  await planAndApply({ template: template.id, projects: [one, two] })
  const filled = await filledProject(template)
  const numbered = (last: number) => ['Plans', ...Array.from({ length: last - 1 }, (_, at) => `Plans (${at + 2})`)]
  for (const table of ['folder', 'workflow'] as const) {
    for (const project of [one, filled]) {
      expect((await namesIn(table, project)).toSorted()).toEqual(numbered(300).toSorted())
    }
  }
  expect((await namesIn('folder', two)).toSorted()).toEqual(['PLANS', ...numbered(301).slice(1)].toSorted())
  expect((await namesIn('workflow', two)).toSorted()).toEqual(numbered(301).toSorted())
})

test.each(['before', 'after'])(
  'a copy whose library changes only the case of its name keeps its number, which no other gets: it is made %s the other',
  async (made) => {
    const [first, second] = [await newLibrary(), await newLibrary()]
    const early = made === 'before' ? await addFolder(first, 'Plans') : undefined
    const later = await addFolder(second, 'Later')
    const numbered = early ?? (await addFolder(first, 'Plans'))
    const template = await newTemplate([entry(first, 'folders'), entry(second, 'folders')])
    const project = await newProject(template)
    await addFolder(project, 'plans')
    await planAndApply({ template: template.id, projects: [project] })
    const copies = [await copyOf(project, numbered), await copyOf(project, later)] as const
    expect(await Promise.all(copies.map(nameOf))).toEqual(['Plans (2)', 'Later'])
    await rename('folder', numbered, 'PLANS')
    await rename('folder', later, 'PLANS')
    await planAndApply({ template: template.id, projects: [project] })
    expect(await Promise.all(copies.map(nameOf))).toEqual(['PLANS (2)', 'PLANS (3)'])
    // A copy that changes the case of a name that it has itself gets no number.
    await rename('folder', later, 'Later')
    await planAndApply({ template: template.id, projects: [project] })
    await rename('folder', later, 'LATER')
    await planAndApply({ template: template.id, projects: [project] })
    expect(await Promise.all(copies.map(nameOf))).toEqual(['PLANS (2)', 'LATER'])
  },
)

test('a workflow whose new name is taken keeps its name, and what comes under that name gets the first number', async () => {
  const [first, second] = [await newLibrary(), await newLibrary()]
  const renamed = await addWorkflow(first, 'Before')
  const template = await newTemplate([entry(first, 'workflows'), entry(second, 'workflows')])
  const project = await filledProject(template)
  await addWorkflow(project, 'after')
  await rename('workflow', renamed, 'After')
  await addWorkflow(second, 'AFTER')
  const { rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows)).toEqual(['add AFTER (2)', 'update Before'])
  expect(await namesIn('workflow', project)).toEqual(['after', 'AFTER (2)', 'Before'])
})

test('a number goes before the extension of a document, and a name is taken at the top level only', async () => {
  const libraries = [await newLibrary(), await newLibrary(), await newLibrary()]
  const template = await newTemplate(libraries.map((library) => entry(library, 'folders')))
  const project = await filledProject(template)
  const folder = await addFolder(project, 'Own')
  for (const name of ['Notes.pdf', 'Notes (3).pdf']) await upload(project, folder, name)
  for (const name of ['Notes (2).PDF', 'Notes (4).txt']) await upload(project, null, name)
  for (const [at, library] of libraries.entries()) await upload(library, null, at === 1 ? 'NOTES.pdf' : 'Notes.pdf')
  const { rows } = await plan({ template: template.id, projects: [project] })
  expect(describeRows(rows)).toEqual(['add NOTES (3).pdf', 'add Notes (4).pdf', 'add Notes.pdf'])
  await planAndApply({ template: template.id, projects: [project] })
  expect((await namesIn('document', project)).toSorted()).toEqual(
    [
      ...['NOTES (3).pdf', 'Notes (2).PDF', 'Notes (3).pdf', 'Notes (4).pdf', 'Notes (4).txt'],
      ...['Notes.pdf', 'Notes.pdf'],
    ].toSorted(),
  )
})

test('a checklist follows its library’s new name though its workflow has a number in the project', async () => {
  const [first, second] = [await newLibrary(), await newLibrary()]
  await addWorkflow(first, 'Defects')
  const list = await addChecklist(second, 'Handover', await addWorkflow(second, 'Defects'))
  const template = await newTemplate([entry(first, 'workflows'), entry(second, 'checklists')])
  const projects = [await newProject(template), await filledProject(template)]
  const wanted = { template: template.id, projects }
  await planAndApply(wanted)
  for (const project of projects) expect(await namesIn('workflow', project)).toEqual(['Defects', 'Defects (2)'])
  await rename('checklist', list, 'Acceptance')
  const { id } = await planAndApply(wanted)
  for (const project of projects) expect(await namesIn('checklist', project)).toEqual(['Acceptance'])
  await undo(id)
  for (const project of projects) expect(await namesIn('checklist', project)).toEqual(['Handover'])
  await planAndApply(wanted)
  for (const project of projects) expect(await namesIn('checklist', project)).toEqual(['Acceptance'])
})
