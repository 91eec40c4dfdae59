import { dashboardWidgets, maxWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { driftWorld } from '../../../test/drift-world'
import { newObjectKey } from '../../platform/objects/object-store'

const {
  as,
  db,
  customer,
  newLibrary,
  addWorkflow,
  addChecklist,
  entry,
  newTemplate,
  newProject,
  plan,
  apply,
  undo,
  planAndApply,
  describeRows,
  readDrift,
  namesIn,
} = await driftWorld()

/** Adds a widget to the card of a project; returns its id. */
async function addWidget(project: string, place: number, typeName: string, dataIds: string[] | null = null, more = {}) {
  const id = uuidv7()
  await db
    .insertInto('dashboard_widget')
    .values({
      ...{ id, customer_id: customer, project_id: project, type_name: typeName, place, size: '[2, 1]' },
      ...{ data_ids: dataIds && JSON.stringify(dataIds), ...more },
    } as never)
    .execute()
  return id
}

async function addImage(project: string) {
  const id = uuidv7()
  const stored = { key: newObjectKey(), size: 3 }
  await db.insertInto('stored_object').values(stored).execute()
  await db
    .insertInto('dashboard_image')
    .values({
      ...{ id, customer_id: customer, project_id: project, object_key: stored.key },
      ...{ media_type: 'image/webp', size: 3, width: 1, height: 1 },
    })
    .execute()
  return { id, key: stored.key }
}

/** The card of a project: type and position of each widget, with the names of what it shows. */
async function cardOf(project: string) {
  const { rows } = await sql<{ card: string }>`
    select concat_ws(' ', widget.place, widget.type_name, image.object_key, (
      select string_agg(content.name, '+' order by selected.place)
      from jsonb_array_elements_text(widget.data_ids) with ordinality as selected (id, place)
      join project_content as content on content.id::text = selected.id and content.project_id = widget.project_id)) as card
    from dashboard_widget as widget
    left join dashboard_image as image on image.id = widget.image_id and image.project_id = widget.project_id
    where widget.project_id = ${project} order by widget.place`.execute(db)
  return rows.map(({ card }) => card)
}

/** A template from which a project was created, and which gained widgets of a library since. */
async function gained() {
  const library = await newLibrary()
  const orders = await addWorkflow(library, 'Orders')
  const bath = await addChecklist(library, 'Bath', orders)
  const image = await addImage(library)
  await addWidget(library, 0, 'workflow-chart', [orders])
  await addWidget(library, 1, 'checklists', [bath])
  await addWidget(library, 2, 'image', null, { image_id: image.id })
  const template = await newTemplate([entry(library, 'widgets')])
  return { library, orders, bath, image, template }
}

test('widgets that a template gained come behind those of the card, with what they show, never twice, and go by an undo', async () => {
  const { image, template } = await gained()
  const [one, two] = [await newProject(template), await newProject(template)]
  await addWidget(two, 0, 'generic-info')
  expect(await readDrift(template.id)).toEqual([
    [0, 1, 0, 0, 0],
    [0, 1, 0, 0, 0],
  ])
  const { id, rows } = await planAndApply({ template: template.id, projects: [one, two] })
  const addedRows = ['add Orders', 'add Bath', 'add workflow-chart', 'add checklists', 'add image']
  expect(describeRows(rows)).toEqual([
    `version ${template.name}`,
    ...addedRows,
    `version ${template.name}`,
    ...addedRows,
  ])
  expect(await cardOf(one)).toEqual(['0 workflow-chart Orders', '1 checklists Bath', `2 image ${image.key}`])
  expect(await cardOf(two)).toEqual([
    '0 generic-info',
    '1 workflow-chart Orders',
    '2 checklists Bath',
    `3 image ${image.key}`,
  ])
  expect(await readDrift(template.id)).toEqual([
    [1, 0, 0, 0, 0],
    [1, 0, 0, 0, 0],
  ])
  expect((await plan({ template: template.id, projects: [one, two] })).rows).toEqual([])

  // Somebody added their own widget after them.
  await addWidget(two, 4, 'generic-info')
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { undone: 12, remaining: 0 } })
  expect([await cardOf(one), await cardOf(two)]).toEqual([[], ['0 generic-info', '1 generic-info']])
  expect([await namesIn('workflow', one), await namesIn('checklist', two)]).toEqual([[], []])
  expect(await readDrift(template.id)).toEqual([
    [0, 1, 0, 0, 0],
    [0, 1, 0, 0, 0],
  ])
  await planAndApply({ template: template.id, projects: [one] })
  expect(await cardOf(one)).toHaveLength(3)
})

test('a widget that was removed or arranged in the project stays so, and a later one of the library comes', async () => {
  const { library, template } = await gained()
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  const [chart, lists] = await as('astrid').list(dashboardWidgets, { filter: { project }, sort: ['order'] })
  await as('astrid').remove(dashboardWidgets, chart?.id ?? '')
  await sql`update dashboard_widget set size = '[1, 1]' where id = ${lists?.id}`.execute(db)
  expect((await plan({ template: template.id, projects: [project] })).rows).toEqual([])
  await addWidget(library, 3, 'generic-info')
  const { rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows)).toEqual(['add generic-info'])
  expect((await cardOf(project)).map((card) => card.split(' ').slice(0, 2).join(' '))).toEqual([
    '0 checklists',
    '1 image',
    '2 generic-info',
  ])
})

test('two plans of the same widgets: the second one is stale, and nothing comes twice', async () => {
  const { library, template } = await gained()
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  await addWidget(library, 3, 'generic-info')
  const input = { template: template.id, projects: [project] }
  const [first, second] = [await plan(input), await plan(input)]
  expect(await apply(first.set.id)).toMatchObject({ state: 'applied' })
  await expect(apply(second.set.id)).rejects.toMatchObject({ status: 412 })
  expect(await cardOf(project)).toHaveLength(4)
})

test('an undo leaves a widget for which somebody chose something else, and what it shows', async () => {
  const { template } = await gained()
  const project = await newProject(template)
  const { id } = await planAndApply({ template: template.id, projects: [project] })
  const [chart] = await as('astrid').list(dashboardWidgets, { filter: { project }, sort: ['order'] })
  await sql`update dashboard_widget set data_ids = data_ids || '["more"]' where id = ${chart?.id}`.execute(db)
  await expect(undo(id)).rejects.toMatchObject({ code: 'changedSince' })
  expect(await undo(id, true)).toMatchObject({ state: 'undone', summary: { undone: 4, remaining: 2 } })
  expect(await cardOf(project)).toEqual(['0 workflow-chart Orders'])
  expect([await namesIn('workflow', project), await namesIn('checklist', project)]).toEqual([['Orders'], []])
})

test('a card takes as many widgets as it can have, and the preview names the others', async () => {
  const { template } = await gained()
  const project = await newProject(template)
  for (let place = 0; place < maxWidgets - 1; place++) await addWidget(project, place, 'generic-info')
  const { rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows).slice(-3)).toEqual(['add workflow-chart', 'cardFull checklists', 'cardFull image'])
  expect(await cardOf(project)).toHaveLength(maxWidgets)
})

test('widgets that a template lost stay on the card, and the preview says so', async () => {
  const { template } = await gained()
  const project = await newProject(template)
  const input = { template: template.id, projects: [project] }
  await planAndApply(input)
  const before = await cardOf(project)
  const { version } = await as('astrid').get(projectTemplates, template.id)
  await as('astrid').patch(projectTemplates, template.id, { content: [] }, version)
  const { rows } = await planAndApply({ ...input, lost: 'remove' })
  const keptRows = ['workflow-chart', 'checklists', 'image'].map((name) => `lostInTemplate ${name}`)
  expect(describeRows(rows).filter((row) => row.startsWith('lostInTemplate'))).toEqual(keptRows)
  expect(await cardOf(project)).toEqual(before)
})

test('a template that gains an entry of widgets shows that before anything is brought over, and not after', async () => {
  const { library, template } = await gained()
  const plain = await newTemplate([entry(library, 'workflows')])
  const project = await newProject(plain)
  await planAndApply({ template: plain.id, projects: [project] })
  const { version } = await as('astrid').get(projectTemplates, plain.id)
  await as('astrid').patch(projectTemplates, plain.id, { content: template.content }, version)
  expect((await readDrift(plain.id)).map(([, count]) => count)).toEqual([1])
  await planAndApply({ template: plain.id, projects: [project] })
  expect(await cardOf(project)).toHaveLength(3)
  expect((await readDrift(plain.id)).map(([, count]) => count)).toEqual([0])
})
