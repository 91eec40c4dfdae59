import { readTemplatePreview } from '@lintel/contract/projects/template-application'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { templateWorld } from '../../../test/template-world'
import { testApp } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { summarizeCopied } from './copied-summary.store'
import { templatePreviewRoutes } from './template-preview.routes'

const { db } = await testDatabase()
const { people, customers, addLibrary, put, addTemplate, createProjectFrom, names } = await templateWorld(db)
const app = await testApp({ db, people, routes: templatePreviewRoutes })
const preview = (choice: string, who = 'mei') =>
  apiClient(app, async () => who).call(readTemplatePreview, { parameters: { choice } })

const source = await addLibrary('Library')
const way = await put(source, 'workflow', 'Snagging')
await put(source, 'checklist', 'Rooms/Bath', { workflow_id: way })
await put(source, 'checklist', 'Rooms/Kitchen')
await put(source, 'folder_label', 'Issued')
const papers = await put(source, 'folder', 'Papers', { labels: JSON.stringify(['Issued']) })
await put(source, 'folder', 'Old papers', { parent_id: papers })
await put(source, 'document', 'Terms.txt', { folder_id: papers })

test('a template says how much of each kind it brings, what comes along, and how much its entries for many are today', async () => {
  const deletedId = uuidv7()
  const template = await addTemplate(source, [
    { key: 'checklistPrefix', value: 'Rooms/' },
    { key: 'folderId', value: papers },
    { key: 'workflows', value: deletedId },
    { key: 'groups', isEverything: true },
  ])
  const shownPreview = await preview(`template-${template}`)
  expect(shownPreview).toMatchObject({
    counts: [
      { type: 'workflows', count: 1 },
      { type: 'checklists', count: 2 },
      { type: 'folders', count: 2 },
      { type: 'folder-labels', count: 1 },
      { type: 'documents', count: 1 },
    ],
    sums: [
      { key: 'checklistPrefix', value: 'Rooms/', count: 2 },
      { key: 'folderId', value: papers, count: 2 },
      { key: 'groups', value: null, count: 0 },
    ],
    pulledAlong: [
      { type: 'workflows', name: 'Snagging' },
      { type: 'folder-labels', name: 'Issued' },
    ],
    pulledAlongCount: 2,
    staysBehind: [],
    skipped: [{ reason: 'resourceGone', key: 'workflows', value: deletedId, entries: 1 }],
  })
  // The preview matches what is copied.
  const { brought, skipped } = await summarizeCopied(db, await createProjectFrom({ template }))
  const counted = new Map(shownPreview.counts.map(({ type, count }) => [type, count]))
  counted.delete('documents')
  expect(new Map(brought.map(({ type, count }) => [type, count]))).toEqual(counted)
  expect(skipped).toEqual(shownPreview.skipped)
})

test('what went from its library is told by the name that it had last', async () => {
  const library = await addLibrary('Emptied')
  const [cause, crew] = [await put(library, 'workflow', 'Reason'), await put(library, 'project_group', 'Crew')]
  const template = await addTemplate(library, [
    { key: 'workflows', value: cause },
    { key: 'groups', value: crew, renameTo: 'Site crew' },
  ])
  expect((await preview(`template-${template}`)).skipped).toEqual([])
  await db.updateTable('workflow').set({ name: 'Cause' }).where('id', '=', cause).execute()
  await db.deleteFrom('workflow').where('id', '=', cause).execute()
  await db.deleteFrom('project_group').where('id', '=', crew).execute()
  const named = [
    { reason: 'resourceGone', key: 'workflows', name: 'Cause', renameTo: null },
    { reason: 'resourceGone', key: 'groups', name: 'Crew', renameTo: 'Site crew' },
  ]
  expect((await preview(`template-${template}`)).skipped).toMatchObject(named)
  expect((await summarizeCopied(db, await createProjectFrom({ template }))).skipped).toMatchObject(named)
})

test('a project says what it brings whole', async () => {
  const place = { customer_id: customers.nord, project_id: source }
  await db
    .insertInto('building')
    .values({ id: uuidv7(), name: 'House', ...place })
    .execute()
  const shownPreview = await preview(`project-${source}`, 'ola')
  expect(shownPreview.counts).toContainEqual({ type: 'buildings', count: 1 })
  expect(shownPreview).toMatchObject({ sums: [], pulledAlong: [], pulledAlongCount: 0, skipped: [] })
})

test('a project says before it is copied how many topics and runs of checklists stay behind', async () => {
  const project = await addLibrary('Quay')
  const workflow = await put(project, 'workflow', 'Snagging')
  const checklist = await put(project, 'checklist', 'Rooms/Bath', { workflow_id: workflow })
  await expect(preview(`project-${project}`, 'ola')).resolves.toMatchObject({ staysBehind: [] })
  const place = { customer_id: customers.nord, project_id: project }
  const topic = (number: number, isDeleted = false) => ({
    ...place,
    ...{ id: uuidv7(), number, title: `Crack ${number}`, workflow_id: workflow, state: 'Open', state_kind: 'open' },
    is_deleted: isDeleted,
  })
  await db
    .insertInto('topic')
    .values([topic(1), topic(2), topic(3, true)])
    .execute()
  await db
    .insertInto('checklist_run')
    .values({ ...place, id: uuidv7(), checklist_id: checklist, place: 'Bath 1' })
    .execute()
  const shownPreview = await preview(`project-${project}`, 'ola')
  expect(shownPreview.staysBehind).toEqual([
    { type: 'topics', count: 2 },
    { type: 'checklist-runs', count: 1 },
  ])
  const copy = await createProjectFrom({ project })
  for (const table of ['topic', 'checklist_run'] as const)
    expect(await db.selectFrom(table).select('id').where('project_id', '=', copy).execute()).toEqual([])
  expect(await db.selectFrom('checklist').select('name').where('project_id', '=', copy).execute()).toEqual([
    { name: 'Rooms/Bath' },
  ])
})

test('G4: a template of another customer, a project that is not offered and nonsense are not found, and a foreign library is never read', async () => {
  const template = await addTemplate(source, [{ key: 'workflows', isEverything: true }])
  await expect(preview(`template-${template}`)).resolves.toMatchObject({ counts: [{ type: 'workflows', count: 1 }] })
  for (const choice of [`template-${template}`, `project-${source}`])
    await expect(preview(choice, 'liv')).rejects.toMatchObject({ status: 404 })
  for (const choice of ['nonsense', 'null', `template-${uuidv7()}`, 'project-nonsense', `project-${source}`])
    await expect(preview(choice)).rejects.toMatchObject({ status: 404 })
  const foreign = await addTemplate(source, [{ key: 'workflows', isEverything: true }], customers.sor)
  await expect(preview(`template-${foreign}`, 'liv')).resolves.toMatchObject({
    counts: [],
    skipped: [{ reason: 'libraryMoved', library: null, entries: 1 }],
  })
})

test.each([customers.nord, null])(
  'G4: what is no library any more brings nothing, and is told without its name (customer %s)',
  async (customer) => {
    const library = await addLibrary('Once a library')
    await put(library, 'workflow', 'Private')
    const template = await addTemplate(library, [{ key: 'workflows', isEverything: true }], customer)
    expect(await preview(`template-${template}`)).toMatchObject({ counts: [{ type: 'workflows', count: 1 }] })
    await db.updateTable('project').set({ is_library: false }).where('id', '=', library).execute()
    const skipped = [{ reason: 'libraryGone', sourceProjectId: library, library: null, key: null, entries: 1 }]
    expect(await preview(`template-${template}`)).toMatchObject({ counts: [], skipped })
    const project = await createProjectFrom({ template })
    expect(await names(project, 'workflow')).toEqual([])
    expect(await summarizeCopied(db, project)).toMatchObject({ brought: [], skipped })
    // A project that is copied whole needs not be a library.
    expect(await names(await createProjectFrom({ project: library }), 'workflow')).toEqual(['Private'])
  },
)
