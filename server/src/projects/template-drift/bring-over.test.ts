import type { ChangeSetInput } from '@lintel/contract/people/change-set-inputs'
import { applyChangeSet, changeSets, listChangeSetRows, undoChangeSet } from '@lintel/contract/people/change-sets'
import { madeProjects } from '@lintel/contract/projects/made-projects'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { statementsOf } from '../../../test/statements'
import { world } from '../../../test/world'
import { makeProjectJob } from '../project-creation/make-project'

const { as, db, platform } = await world()
const customer = customerId('nordbygg')
const states = '[{"name":"Open","kind":"open"},{"name":"Closed","kind":"closed"}]'
let made = 0

const newLibrary = async () =>
  (await as('astrid').post(projects, { name: `Library ${++made}`, customer, isLibrary: true } as never)).id
const addWorkflow = async (project: string, name: string) => {
  const id = uuidv7()
  await db
    .insertInto('workflow')
    .values({ id, customer_id: customer, project_id: project, name, colour: '#336699', states })
    .execute()
  return id
}
const addChecklist = async (project: string, name: string, workflow: string | null = null) => {
  const id = uuidv7()
  const row = { id, customer_id: customer, project_id: project, name, applies_to: 'space', workflow_id: workflow }
  await db
    .insertInto('checklist')
    .values({ ...row, items: '[{"title":"Clean","type":"tick"}]' })
    .execute()
  return id
}
const addFolder = async (project: string, name: string, parent: string | null = null) => {
  const id = uuidv7()
  await db
    .insertInto('folder')
    .values({ id, customer_id: customer, project_id: project, name, parent_id: parent })
    .execute()
  return id
}
const addDocument = (project: string, folder: string, name: string) =>
  db
    .insertInto('document')
    .values({ id: uuidv7(), customer_id: customer, project_id: project, folder_id: folder, name })
    .execute()

const entry = (sourceProjectId: string, key: TemplateEntry['key'], value: string | null = null): TemplateEntry => ({
  ...{ sourceProjectId, key, value, renameTo: null, isEverything: value === null },
})
const newTemplate = (content: TemplateEntry[]) =>
  as('astrid').post(projectTemplates, { customer, name: `Kit ${++made}`, content } as never)

/** A project that a template was applied to while it had nothing to bring. */
async function newProject(template: { id: string; content: TemplateEntry[] }, name = `Site ${++made}`) {
  const { id } = await as('astrid').post(projects, { name } as never)
  await db
    .insertInto('template_application')
    .values({
      ...{ project_id: id, customer_id: customer, template_id: template.id, template_version: 0 },
      entries: '[]',
    })
    .execute()
  return id
}

type Input = ChangeSetInput<'template-drift'>
const plan = async (input: Input, by = 'astrid', of = customer) => {
  const set = await as(by).post(changeSets, { kind: 'template-drift', customer: of, input } as never)
  const rows = (await as(by).call(listChangeSetRows, { parameters: { id: set.id } })).data
  return { set, rows: rows.map(({ attributes }) => attributes) }
}
const apply = (id: string) => as('astrid').call(applyChangeSet, { parameters: { id } })
const undo = (id: string, partial = false) =>
  as('astrid').call(undoChangeSet, { parameters: { id }, body: { partial } })
const bring = async (input: Input) => {
  const { set, rows } = await plan(input)
  expect(await apply(set.id)).toMatchObject({ state: 'applied' })
  return { id: set.id, rows }
}
const told = (rows: Awaited<ReturnType<typeof plan>>['rows']) =>
  rows.map(({ object, after, conflict }) => `${conflict ?? after?.action} ${object.name}`)
const driftOf = async (template: string) => {
  const listed = await as('astrid').list(madeProjects, { filter: { template } })
  return listed.map((one) => [
    ...[one.templateVersion, one.entriesGained, one.changedInProject, one.changedInLibrary, one.deletedInProject],
  ])
}

const named = async (table: 'workflow' | 'checklist' | 'folder' | 'document', project: string) => {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} where project_id = ${project} order by name`.execute(db)
  return rows.map(({ name }) => name)
}
const copyOf = async (project: string, source: string) => {
  const known = db.selectFrom('copied_resource').selectAll().where('project_id', '=', project)
  return (await known.where('source_id', '=', source).executeTakeFirstOrThrow()).resource_id
}
const recolour = (id: string, colour: string) =>
  sql`update workflow set colour = ${colour}, version = version + 1 where id = ${id}`.execute(db)
const colourOf = async (id: string) =>
  (await db.selectFrom('workflow').select('colour').where('id', '=', id).executeTakeFirst())?.colour
const addTopic = (project: string, workflow: string) =>
  sql`insert into topic (id, customer_id, project_id, number, title, workflow_id, state, state_kind)
    values (${uuidv7()}, ${customer}, ${project}, 1, 'Crack', ${workflow}, 'Open', 'open')`.execute(db)

test('what two projects lack is previewed row by row, applied as one step and undone', async () => {
  const library = await newLibrary()
  const workflow = await addWorkflow(library, 'Defects')
  await addChecklist(library, 'Handover/Flat', workflow)
  await addChecklist(library, 'Handover/Roof')
  const outer = await addFolder(library, 'Drawings')
  await addDocument(library, await addFolder(library, 'Sections', outer), 'A-101.pdf')
  const template = await newTemplate([entry(library, 'checklistPrefix', 'Handover'), entry(library, 'folderId', outer)])
  const [one, two] = [await newProject(template, 'Alfa'), await newProject(template, 'Beta')]
  await addChecklist(two, 'handover/ROOF')
  const { set, rows } = await plan({ template: template.id, projects: [two, one] })
  const firstRows = ['add Defects', 'add Handover/Flat', 'add Handover/Roof', 'add Drawings', 'add Sections']
  expect(told(rows)).toEqual([
    ...[`version ${template.name}`, ...firstRows, `version ${template.name}`],
    ...firstRows.map((row) => (row === 'add Handover/Roof' ? `${row} (2)` : row)),
  ])
  expect(rows[1]).toMatchObject({ object: { projectName: 'Alfa' }, after: { isAlong: true } })
  expect(set.summary).toMatchObject({ change: 12, conflict: 0, projects: 2 })
  expect(await apply(set.id)).toMatchObject({ state: 'applied' })
  expect(await named('checklist', one)).toEqual(['Handover/Flat', 'Handover/Roof'])
  expect(await named('checklist', two)).toEqual(['Handover/Flat', 'handover/ROOF', 'Handover/Roof (2)'])
  const [flat] = await db
    .selectFrom('checklist')
    .select('workflow_id')
    .where('project_id', '=', one)
    .orderBy('name')
    .execute()
  expect(flat?.workflow_id).toBe(await copyOf(one, workflow))
  expect([await named('folder', one), await named('document', two)]).toEqual([['Drawings', 'Sections'], ['A-101.pdf']])
  expect(await driftOf(template.id)).toEqual([
    [1, 0, 0, 0, 0],
    [1, 0, 0, 0, 0],
  ])
  expect((await plan({ template: template.id, projects: [one, two] })).rows).toEqual([])
  expect(await undo(set.id)).toMatchObject({ state: 'undone', summary: { undone: 12, remaining: 0 } })
  for (const table of ['workflow', 'folder', 'document'] as const) expect(await named(table, one)).toEqual([])
  expect(await named('checklist', two)).toEqual(['handover/ROOF'])
  expect((await driftOf(template.id)).map(([version]) => version)).toEqual([0, 0])
  expect(
    await db.selectFrom('copied_resource').select('project_id').where('project_id', 'in', [one, two]).execute(),
  ).toEqual([])
})

test('what nobody changed is brought up to date; what was changed or deleted there is kept, and told', async () => {
  const library = await newLibrary()
  const [plain, own, gone] = [
    await addWorkflow(library, 'A'),
    await addWorkflow(library, 'B'),
    await addWorkflow(library, 'C'),
  ]
  const template = await newTemplate([entry(library, 'workflows')])
  const project = await newProject(template)
  await bring({ template: template.id, projects: [project] })
  await recolour(await copyOf(project, own), '#000000')
  await db
    .deleteFrom('workflow')
    .where('id', '=', await copyOf(project, gone))
    .execute()
  for (const id of [plain, own, gone]) await recolour(id, '#ff0000')
  await sql`update workflow set name = 'A new' where id = ${plain}`.execute(db)
  const { id, rows } = await bring({ template: template.id, projects: [project] })
  expect(told(rows)).toEqual(['update A new', 'changedInProject B', 'deletedInProject C'])
  expect(rows[0]).toMatchObject({ before: { name: 'A' }, after: { name: 'A new' } })
  expect(await colourOf(await copyOf(project, plain))).toBe('#ff0000')
  expect(await named('workflow', project)).toEqual(['A new', 'B'])
  expect(await undo(id)).toMatchObject({ state: 'undone' })
  expect([await colourOf(await copyOf(project, plain)), await named('workflow', project)]).toEqual([
    '#336699',
    ['A', 'B'],
  ])
  expect(await driftOf(template.id)).toEqual([[1, 0, 1, 3, 1]])
})

test('what is used is never overwritten: it is left, or the new one is added beside it, as the person chooses', async () => {
  const library = await newLibrary()
  const workflow = await addWorkflow(library, 'Defects')
  const template = await newTemplate([entry(library, 'workflows', workflow)])
  const project = await newProject(template)
  await bring({ template: template.id, projects: [project] })
  await addTopic(project, await copyOf(project, workflow))
  await recolour(workflow, '#ff0000')
  expect(told((await plan({ template: template.id, projects: [project] })).rows)).toEqual(['inUse Defects'])
  const { id, rows } = await bring({ template: template.id, projects: [project], used: 'beside' })
  expect(told(rows)).toEqual(['beside Defects (2)'])
  const stored = db.selectFrom('workflow').select(['name', 'colour']).where('project_id', '=', project).orderBy('name')
  expect(await stored.execute()).toEqual([
    { name: 'Defects', colour: '#336699' },
    { name: 'Defects (2)', colour: '#ff0000' },
  ])
  expect((await plan({ template: template.id, projects: [project], used: 'beside' })).rows).toEqual([])
  expect(await undo(id)).toMatchObject({ state: 'undone' })
  expect(await named('workflow', project)).toEqual(['Defects'])
})

test('an undo after somebody used what it brought says what remains, and leaves it', async () => {
  const library = await newLibrary()
  const [used, changed, free] = [
    await addWorkflow(library, 'Used'),
    await addWorkflow(library, 'Changed'),
    await addWorkflow(library, 'Free'),
  ]
  const list = await addChecklist(library, 'By the free one', free)
  const template = await newTemplate([entry(library, 'workflows'), entry(library, 'checklistId', list)])
  const project = await newProject(template)
  const { id } = await bring({ template: template.id, projects: [project] })
  await addTopic(project, await copyOf(project, used))
  await recolour(await copyOf(project, changed), '#000000')
  await expect(undo(id)).rejects.toMatchObject({ code: 'changedSince' })
  expect(await undo(id, true)).toMatchObject({ state: 'undone', summary: { undone: 3, remaining: 2 } })
  expect([await named('workflow', project), await named('checklist', project)]).toEqual([['Changed', 'Used'], []])
  const { data } = await as('astrid').call(listChangeSetRows, { parameters: { id } })
  const remaining = data.filter(({ attributes }) => attributes.remains)
  expect(remaining.map(({ attributes }) => attributes.object.name)).toEqual(['Changed', 'Used'])
})

test('a workflow stays when somebody made a checklist go by it since', async () => {
  const library = await newLibrary()
  const workflow = await addWorkflow(library, 'Referred to')
  const template = await newTemplate([entry(library, 'workflows', workflow)])
  const project = await newProject(template)
  const { id } = await bring({ template: template.id, projects: [project] })
  await addChecklist(project, 'Own', await copyOf(project, workflow))
  expect(await undo(id, true)).toMatchObject({ summary: { undone: 1, remaining: 1 } })
  expect(await named('workflow', project)).toEqual(['Referred to'])
})

test('a plan that the template, a library or a project has left behind is stale, and nothing of it is written', async () => {
  const library = await newLibrary()
  const workflow = await addWorkflow(library, 'Moving')
  const template = await newTemplate([entry(library, 'workflows')])
  const project = await newProject(template)
  const left = [
    await plan({ template: template.id, projects: [project] }),
    await plan({ template: template.id, projects: [project] }),
  ]
  await recolour(workflow, '#ff0000')
  await expect(apply(left[0]?.set.id ?? '')).rejects.toMatchObject({ status: 412 })
  expect(await named('workflow', project)).toEqual([])
  await bring({ template: template.id, projects: [project] })
  await expect(apply(left[1]?.set.id ?? '')).rejects.toMatchObject({ status: 412 })
  expect(await named('workflow', project)).toEqual(['Moving'])
})

test('G4: only projects of the customer that were made from the template are brought over', async () => {
  const library = await newLibrary()
  await addWorkflow(library, 'Anything')
  const template = await newTemplate([entry(library, 'workflows')])
  const project = await newProject(template)
  const hibernated = await newProject(template)
  await db.updateTable('project').set({ is_hibernated: true }).where('id', '=', hibernated).execute()
  const foreign = [projectId('NB-2041'), projectId('SØ-L1'), uuidv7(), 'nonsense']
  const { set, rows } = await plan({ template: template.id, projects: [...foreign, hibernated, project] })
  expect(rows.map(({ conflict }) => conflict)).toEqual([
    ...['notMadeFromTemplate', 'notMadeFromTemplate', 'notMadeFromTemplate', 'notMadeFromTemplate'],
    ...['projectNotReady', null, null],
  ])
  await expect(plan({ template: template.id, projects: [project] }, 'ola')).rejects.toMatchObject({ status: 403 })
  await expect(
    plan({ template: template.id, projects: [project] }, 'gro', customerId('fjellbane')),
  ).rejects.toMatchObject({
    code: 'unknownReference',
  })
  expect(await apply(set.id)).toMatchObject({ state: 'applied' })
  expect([await named('workflow', project), await named('workflow', hibernated)]).toEqual([['Anything'], []])
})

test('a plan costs as many statements for many projects as for one', async () => {
  const library = await newLibrary()
  await addWorkflow(library, 'Many')
  const template = await newTemplate([entry(library, 'workflows')])
  const many = [await newProject(template), await newProject(template), await newProject(template)]
  const send = (of: string[]) =>
    as('astrid').post(changeSets, {
      kind: 'template-drift',
      customer,
      input: { template: template.id, projects: of },
    } as never)
  const few = await statementsOf(() => send(many.slice(0, 1)))
  expect(await statementsOf(() => send(many))).toHaveLength(few.length)
  expect(few.length).toBeLessThan(40)
})

const kinds = {
  workflow: { colour: '#112233', states },
  checklist: { applies_to: 'space' },
  folder_label: { colour: '#112233' },
  project_group: {},
  label_group: {},
  report_template: { reports_on: 'topics' },
  takt_train: { colour: '#112233' },
  custom_view: { shows: 'topics' },
} as const

test('a project that a template has just made is as the template, and every kind that changes is brought over', async () => {
  const library = await newLibrary()
  for (const [table, needed] of Object.entries(kinds)) {
    const row = { id: uuidv7(), customer_id: customer, project_id: library, name: `Of ${table}`, ...needed }
    await db
      .insertInto(table as keyof typeof kinds)
      .values(row as never)
      .execute()
  }
  const folder = await addFolder(library, 'Drawings')
  await addDocument(library, folder, 'A-101.pdf')
  const every = [
    'workflows',
    'checklists',
    'folderLabels',
    'groups',
    'labelGroupId',
    'reportTemplates',
    'taktTrains',
  ] as const
  const content = [...every, 'customViewId' as const, 'folders' as const].map((key) => entry(library, key))
  const template = await newTemplate(content)
  const { id: project } = await as('astrid').post(projects, {
    name: 'Real one',
    projectTemplateId: template.id,
  } as never)
  const job = { id: uuidv7(), attempt: 1, customer: null }
  await makeProjectJob().run({ platform, payload: { project }, job, signal: new AbortController().signal })
  expect(await driftOf(template.id)).toEqual([[1, 0, 0, 0, 0]])
  expect((await plan({ template: template.id, projects: [project] })).rows).toEqual([])
  for (const table of Object.keys(kinds)) {
    await sql`update ${sql.table(table)} set name = 'New ' || name, version = version + 1 where project_id = ${library}
      and not ${table === 'project_group' ? sql`is_automatic` : sql`false`}`.execute(db)
  }
  await addDocument(library, folder, 'A-102.pdf')
  const added = await addFolder(library, 'Sections', folder)
  await addDocument(library, added, 'A-103.pdf')
  const { id, rows } = await bring({ template: template.id, projects: [project] })
  expect(told(rows).toSorted()).toEqual(
    [...Object.keys(kinds).map((table) => `update New Of ${table}`), 'update Drawings', 'add Sections'].toSorted(),
  )
  expect(await named('document', project)).toEqual(['A-101.pdf', 'A-102.pdf', 'A-103.pdf'])
  expect(await driftOf(template.id)).toEqual([[1, 0, 0, 0, 0]])
  expect((await plan({ template: template.id, projects: [project] })).rows).toEqual([])
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { undone: 10, remaining: 0 } })
  expect([await named('document', project), await named('workflow', project)]).toEqual([['A-101.pdf'], ['Of workflow']])
  // As it was before: the eight, the folder and what goes upwards from it are changed in the library again.
  expect(await driftOf(template.id)).toEqual([[1, 0, 0, 9, 0]])
})
