import { readTemplatePreview } from '@lintel/contract/projects/template-application'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { templateWorld } from '../../../test/template-world'
import { testApp } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { newObjectKey } from '../../platform/objects/object-store'
import { summarizeCopied } from './copied-summary.store'
import { templatePreviewRoutes } from './template-preview.routes'

const { db } = await testDatabase()
const { people, customers, addLibrary, put, addTemplate, createProjectFrom } = await templateWorld(db)
const app = await testApp({ db, people, routes: templatePreviewRoutes })
const preview = (choice: string) =>
  apiClient(app, async () => 'mei').call(readTemplatePreview, { parameters: { choice } })

const source = await addLibrary()
const [defects, orders] = [await put(source, 'workflow', 'Defects'), await put(source, 'workflow', 'Orders')]
await put(source, 'workflow', 'Unused')
const [bath, kitchen] = [
  await put(source, 'checklist', 'Rooms/Bath', { workflow_id: defects }),
  await put(source, 'checklist', 'Rooms/Kitchen'),
]
await put(source, 'checklist', 'Unused')
const image = uuidv7()
const stored = { key: newObjectKey(), size: 3 }
await db.insertInto('stored_object').values(stored).execute()
await db
  .insertInto('dashboard_image')
  .values({
    ...{ id: image, customer_id: customers.nord, project_id: source, object_key: stored.key },
    ...{ media_type: 'image/webp', size: 3, width: 1, height: 1 },
  })
  .execute()

/** Adds a widget to the library's card; returns its id. */
async function addWidget(place: number, typeName: string, dataIds: string[] | null, more: object = {}) {
  const id = uuidv7()
  await db
    .insertInto('dashboard_widget')
    .values({
      ...{ id, customer_id: customers.nord, project_id: source, type_name: typeName, place, size: '[2, 1]' },
      ...{ data_ids: dataIds && JSON.stringify(dataIds), ...more },
    } as never)
    .execute()
  return id
}
const chart = await addWidget(0, 'workflow-chart', [orders])
await addWidget(1, 'checklists', [kitchen, uuidv7(), bath])
await addWidget(2, 'image', null, { image_id: image })

/** The card of a project: each widget with the names of what it shows. */
async function cardOf(project: string) {
  const { rows } = await sql`
    select widget.type_name as type, widget.place, widget.size, image.object_key as image, (
      select jsonb_agg(content.name order by selected.place)
      from jsonb_array_elements_text(widget.data_ids) with ordinality as selected (id, place)
      left join project_content as content on content.id::text = selected.id and content.project_id = widget.project_id
    ) as selects
    from dashboard_widget as widget
    left join dashboard_image as image on image.id = widget.image_id and image.project_id = widget.project_id
    where widget.project_id = ${project} order by widget.place`.execute(db)
  return rows
}
const contentOf = async (project: string, type: string) => {
  const rows = await db
    .selectFrom('project_content')
    .select('name')
    .where('project_id', '=', project)
    .where('entity_type', '=', type)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
const whole = [
  { type: 'workflow-chart', place: 0, size: [2, 1], image: null, selects: ['Orders'] },
  { type: 'checklists', place: 1, size: [2, 1], image: null, selects: ['Rooms/Kitchen', 'Rooms/Bath'] },
  { type: 'image', place: 2, size: [2, 1], image: stored.key, selects: null },
]

test('widgets come in their order with their images, and what they show comes along and is the copy’s own', async () => {
  const template = await addTemplate(source, [{ key: 'widgets', isEverything: true }])
  const shownPreview = await preview(`template-${template}`)
  expect(shownPreview).toMatchObject({
    counts: [
      { type: 'workflows', count: 2 },
      { type: 'checklists', count: 2 },
      { type: 'dashboard-widgets', count: 3 },
    ],
    sums: [{ key: 'widgets', count: 3 }],
    pulledAlongCount: 4,
  })
  expect(shownPreview.pulledAlong.map(({ name }) => name)).toEqual(['Defects', 'Orders', 'Rooms/Bath', 'Rooms/Kitchen'])
  const project = await createProjectFrom({ template })
  expect(await cardOf(project)).toEqual(whole)
  expect(await contentOf(project, 'workflows')).toEqual(['Defects', 'Orders'])
  expect(await contentOf(project, 'checklists')).toEqual(['Rooms/Bath', 'Rooms/Kitchen'])
  const { brought } = await summarizeCopied(db, project)
  expect(new Map(brought.map(({ type, count }) => [type, count]))).toEqual(
    new Map(shownPreview.counts.map(({ type, count }) => [type, count])),
  )
})

test('one widget comes alone, what a template renames is what it shows, and a widget that is gone is told', async () => {
  const deletedId = uuidv7()
  const template = await addTemplate(source, [
    { key: 'widgets', value: chart },
    { key: 'workflows', value: orders, renameTo: 'Changes' },
    { key: 'widgets', value: deletedId },
  ])
  const skipped = [{ reason: 'resourceGone', key: 'widgets', value: deletedId }]
  expect(await preview(`template-${template}`)).toMatchObject({ skipped, pulledAlongCount: 0 })
  const project = await createProjectFrom({ template })
  expect(await cardOf(project)).toEqual([{ ...whole[0], selects: ['Changes'] }])
  expect(await summarizeCopied(db, project)).toMatchObject({ skipped })
})

test('the trend of a workflow that is gone does not become the trend of all workflows', async () => {
  const gone = uuidv7()
  const widget = await addWidget(3, 'workflow-chart', [gone])
  const template = await addTemplate(source, [{ key: 'widgets', value: widget }])
  const project = await createProjectFrom({ template })
  await db.deleteFrom('dashboard_widget').where('id', '=', widget).execute()
  const copied = await db.selectFrom('dashboard_widget').select('data_ids').where('project_id', '=', project).execute()
  expect(copied).toEqual([{ data_ids: [gone] }])
})

test('a project that is made from another has its card', async () => {
  const project = await createProjectFrom({ project: source })
  expect(await cardOf(project)).toEqual(whole)
  expect(await contentOf(project, 'workflows')).toEqual(['Defects', 'Orders', 'Unused'])
})
