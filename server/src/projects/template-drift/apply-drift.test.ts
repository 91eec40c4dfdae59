import { changeSets, listChangeSetRows } from '@lintel/contract/people/change-sets'
import { readProjectActivity } from '@lintel/contract/projects/project-activity'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { captureStatements } from '../../../test/capture-statements'
import { driftWorld } from '../../../test/drift-world'
import { provisionProjectJob } from '../project-creation/provision-project'

const {
  as,
  db,
  platform,
  customer,
  states,
  newLibrary,
  addWorkflow,
  addChecklist,
  addFolder,
  addDocument,
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
  copyOf,
  recolour,
  colourOf,
  addTopic,
} = await driftWorld()

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
  expect(describeRows(rows)).toEqual([
    ...[`version ${template.name}`, ...firstRows, `version ${template.name}`],
    ...firstRows.map((row) => (row === 'add Handover/Roof' ? `${row} (2)` : row)),
  ])
  expect(rows[1]).toMatchObject({ object: { projectName: 'Alfa' }, after: { isAlong: true } })
  expect(set.summary).toMatchObject({ change: 12, conflict: 0, projects: 2 })
  expect(await apply(set.id)).toMatchObject({ state: 'applied' })
  expect(await namesIn('checklist', one)).toEqual(['Handover/Flat', 'Handover/Roof'])
  expect(await namesIn('checklist', two)).toEqual(['Handover/Flat', 'handover/ROOF', 'Handover/Roof (2)'])
  const [flat] = await db
    .selectFrom('checklist')
    .select('workflow_id')
    .where('project_id', '=', one)
    .orderBy('name')
    .execute()
  expect(flat?.workflow_id).toBe(await copyOf(one, workflow))
  expect([await namesIn('folder', one), await namesIn('document', two)]).toEqual([
    ['Drawings', 'Sections'],
    ['A-101.pdf'],
  ])
  expect(await readDrift(template.id)).toEqual([
    [1, 0, 0, 0, 0],
    [1, 0, 0, 0, 0],
  ])
  expect((await plan({ template: template.id, projects: [one, two] })).rows).toEqual([])
  expect(await undo(set.id)).toMatchObject({ state: 'undone', summary: { undone: 12, remaining: 0 } })
  for (const table of ['workflow', 'folder', 'document'] as const) expect(await namesIn(table, one)).toEqual([])
  expect(await namesIn('checklist', two)).toEqual(['handover/ROOF'])
  expect((await readDrift(template.id)).map(([version]) => version)).toEqual([0, 0])
  expect(
    await db.selectFrom('copied_resource').select('project_id').where('project_id', 'in', [one, two]).execute(),
  ).toEqual([])
})

test('the home of a project says that it was brought over to its template, and that this was undone', async () => {
  const library = await newLibrary()
  await addWorkflow(library, 'Defects')
  const template = await newTemplate([entry(library, 'workflows')])
  const project = await newProject(template)
  const { id } = await planAndApply({ template: template.id, projects: [project] })
  await undo(id)
  const { events } = await as('astrid').call(readProjectActivity, { parameters: { id: project } })
  const drift = { kind: 'template-drift', actor: 'astrid@nordbygg.example', members: [], membersTotal: 0 }
  expect(events).toMatchObject([
    { action: 'change-sets.undo', ...drift },
    { action: 'change-sets.apply', ...drift },
    { action: 'projects.create', kind: null },
  ])
})

test('a number behind a name that clashes is none that something else of the plan is called by', async () => {
  const library = await newLibrary()
  const template = await newTemplate([entry(library, 'checklists'), entry(library, 'folders')])
  const project = await newProject(template)
  const inside = async (of: string) => addFolder(of, 'Inside')
  await addChecklist(project, 'Handover')
  await addFolder(project, 'Drawings')
  await inside(project)
  for (const name of ['Handover', 'HANDOVER (2)', 'Handover (4)']) await addChecklist(library, name)
  for (const name of ['Drawings', 'drawings (2)', 'Drawings (4)']) await addFolder(library, name)
  // The same name in another folder does not conflict.
  await addFolder(library, 'Inside (2)', await inside(library))
  const { rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows).toSorted()).toEqual([
    ...['add Drawings (3)', 'add Drawings (4)', 'add HANDOVER (2)', 'add Handover (3)', 'add Handover (4)'],
    ...['add Inside (2)', 'add Inside (2)', 'add drawings (2)'],
    `version ${template.name}`,
  ])
  expect((await namesIn('checklist', project)).toSorted()).toEqual([
    'HANDOVER (2)',
    'Handover',
    'Handover (3)',
    'Handover (4)',
  ])
  expect((await namesIn('folder', project)).toSorted()).toEqual([
    'Drawings',
    'Drawings (3)',
    'Drawings (4)',
    'Inside',
    'Inside (2)',
    'Inside (2)',
    'drawings (2)',
  ])
})

test('what a library puts into a folder that was deleted in the project stays away, however deep it lies', async () => {
  const library = await newLibrary()
  const archive = await addFolder(library, 'Archive')
  const template = await newTemplate([entry(library, 'folders')])
  const project = await newProject(template)
  const wanted = { template: template.id, projects: [project] }
  await planAndApply(wanted)
  await db.deleteFrom('folder').where('project_id', '=', project).where('name', '=', 'Archive').execute()
  await addFolder(library, 'Deep', await addFolder(library, 'Old', archive))
  await addFolder(library, 'Beside')
  expect(describeRows((await planAndApply(wanted)).rows)).toEqual(['deletedInProject Archive', 'add Beside'])
  expect(await namesIn('folder', project)).toEqual(['Beside'])
})

test('what nobody changed is brought up to date; what was changed or deleted there is kept, and told', async () => {
  const library = await newLibrary()
  const [plain, own, deletedWorkflow] = [
    await addWorkflow(library, 'A'),
    await addWorkflow(library, 'B'),
    await addWorkflow(library, 'C'),
  ]
  const template = await newTemplate([entry(library, 'workflows')])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  await recolour(await copyOf(project, own), '#000000')
  await db
    .deleteFrom('workflow')
    .where('id', '=', await copyOf(project, deletedWorkflow))
    .execute()
  for (const id of [plain, own, deletedWorkflow]) await recolour(id, '#ff0000')
  await sql`update workflow set name = 'A new' where id = ${plain}`.execute(db)
  const { id, rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows)).toEqual(['update A new', 'changedInProject B', 'deletedInProject C'])
  expect(rows[0]).toMatchObject({ before: { name: 'A' }, after: { name: 'A new' } })
  expect(await colourOf(await copyOf(project, plain))).toBe('#ff0000')
  expect(await namesIn('workflow', project)).toEqual(['A new', 'B'])
  expect(await undo(id)).toMatchObject({ state: 'undone' })
  expect([await colourOf(await copyOf(project, plain)), await namesIn('workflow', project)]).toEqual([
    '#336699',
    ['A', 'B'],
  ])
  expect(await readDrift(template.id)).toEqual([[1, 0, 1, 3, 1]])
})

test('a checklist that nobody changed stays unchanged when its workflow is renamed, whether it is used or not', async () => {
  const library = await newLibrary()
  const workflow = await addWorkflow(library, 'Defects')
  const list = await addChecklist(library, 'Handover', workflow)
  const template = await newTemplate([entry(library, 'checklists')])
  const project = await newProject(template)
  const wanted = { template: template.id, projects: [project] }
  const renameWorkflow = (name: string) =>
    sql`update workflow set name = ${name}, version = version + 1 where id = ${workflow}`.execute(db)
  await planAndApply(wanted)
  await renameWorkflow('Faults')
  const first = await planAndApply(wanted)
  expect(describeRows(first.rows)).toEqual(['update Faults', 'update Handover'])
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 0, 0]])
  await undo(first.id)
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 2, 0]])
  await planAndApply(wanted)

  const run = { id: uuidv7(), customer_id: customer, project_id: project, place: '1-101' }
  await db
    .insertInto('checklist_run')
    .values({ ...run, checklist_id: await copyOf(project, list) })
    .execute()
  await renameWorkflow('Snags')
  const second = await planAndApply(wanted)
  expect(describeRows(second.rows)).toEqual(['update Snags', 'inUse Handover'])
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 1, 0]])
  expect(describeRows((await plan(wanted)).rows)).toEqual(['inUse Handover'])
  await undo(second.id)
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 2, 0]])
})

test('what is used is never overwritten: it is left, or the new one is added beside it, as the person chooses', async () => {
  const library = await newLibrary()
  const workflow = await addWorkflow(library, 'Defects')
  const template = await newTemplate([entry(library, 'workflows', workflow)])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  await addTopic(project, await copyOf(project, workflow))
  await recolour(workflow, '#ff0000')
  expect(describeRows((await plan({ template: template.id, projects: [project] })).rows)).toEqual(['inUse Defects'])
  const { id, rows } = await planAndApply({ template: template.id, projects: [project], used: 'beside' })
  expect(describeRows(rows)).toEqual(['beside Defects (2)'])
  const stored = db.selectFrom('workflow').select(['name', 'colour']).where('project_id', '=', project).orderBy('name')
  expect(await stored.execute()).toEqual([
    { name: 'Defects', colour: '#336699' },
    { name: 'Defects (2)', colour: '#ff0000' },
  ])
  expect((await plan({ template: template.id, projects: [project], used: 'beside' })).rows).toEqual([])
  expect(await undo(id)).toMatchObject({ state: 'undone' })
  expect(await namesIn('workflow', project)).toEqual(['Defects'])
})

test('of a resource that was added beside a used copy, the newest is followed: it is updated, added beside or kept away, and nothing comes twice', async () => {
  const library = await newLibrary()
  const workflow = await addWorkflow(library, 'Defects')
  const template = await newTemplate([entry(library, 'workflows', workflow)])
  const project = await newProject(template)
  const wanted = { template: template.id, projects: [project], used: 'beside' as const }
  const idOf = async (name: string) => {
    const found = db.selectFrom('workflow').select('id').where('project_id', '=', project).where('name', '=', name)
    return (await found.executeTakeFirstOrThrow()).id
  }
  await planAndApply(wanted)
  await addTopic(project, await copyOf(project, workflow))
  await recolour(workflow, '#ff0000')
  await planAndApply(wanted)
  await recolour(workflow, '#00ff00')
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 1, 0]])
  expect(describeRows((await planAndApply(wanted)).rows)).toEqual(['update Defects (2)'])
  expect([await colourOf(await idOf('Defects')), await colourOf(await idOf('Defects (2)'))]).toEqual([
    ...['#336699', '#00ff00'],
  ])
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 0, 0]])
  expect((await plan(wanted)).rows).toEqual([])

  await sql`update topic set workflow_id = ${await idOf('Defects (2)')} where project_id = ${project}`.execute(db)
  await recolour(workflow, '#0000ff')
  expect(describeRows((await planAndApply(wanted)).rows)).toEqual(['beside Defects (3)'])
  expect(await colourOf(await idOf('Defects'))).toBe('#336699')

  await db
    .deleteFrom('workflow')
    .where('id', '=', await idOf('Defects (3)'))
    .execute()
  await recolour(workflow, '#ffffff')
  expect(describeRows((await plan(wanted)).rows)).toEqual(['deletedInProject Defects'])
  expect(await namesIn('workflow', project)).toEqual(['Defects', 'Defects (2)'])
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 1, 1]])
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
  const { id } = await planAndApply({ template: template.id, projects: [project] })
  await addTopic(project, await copyOf(project, used))
  await recolour(await copyOf(project, changed), '#000000')
  await expect(undo(id)).rejects.toMatchObject({ code: 'changedSince' })
  expect(await undo(id, true)).toMatchObject({ state: 'undone', summary: { undone: 3, remaining: 2 } })
  expect([await namesIn('workflow', project), await namesIn('checklist', project)]).toEqual([['Changed', 'Used'], []])
  const { data } = await as('astrid').call(listChangeSetRows, { parameters: { id } })
  const remaining = data.filter(({ attributes }) => attributes.remains)
  expect(remaining.map(({ attributes }) => attributes.object.name)).toEqual(['Changed', 'Used'])
})

test('a workflow stays when somebody made a checklist go by it since', async () => {
  const library = await newLibrary()
  const workflow = await addWorkflow(library, 'Referred to')
  const template = await newTemplate([entry(library, 'workflows', workflow)])
  const project = await newProject(template)
  const { id } = await planAndApply({ template: template.id, projects: [project] })
  await addChecklist(project, 'Own', await copyOf(project, workflow))
  expect(await undo(id, true)).toMatchObject({ summary: { undone: 1, remaining: 1 } })
  expect(await namesIn('workflow', project)).toEqual(['Referred to'])
})

test('a plan that the template, a library or a project has left behind is stale, and nothing of it is written', async () => {
  const library = await newLibrary()
  const workflow = await addWorkflow(library, 'Moving')
  const template = await newTemplate([entry(library, 'workflows')])
  const project = await newProject(template)
  const remainingRows = [
    await plan({ template: template.id, projects: [project] }),
    await plan({ template: template.id, projects: [project] }),
  ]
  await recolour(workflow, '#ff0000')
  await expect(apply(remainingRows[0]?.set.id ?? '')).rejects.toMatchObject({ status: 412 })
  expect(await namesIn('workflow', project)).toEqual([])
  await planAndApply({ template: template.id, projects: [project] })
  await expect(apply(remainingRows[1]?.set.id ?? '')).rejects.toMatchObject({ status: 412 })
  expect(await namesIn('workflow', project)).toEqual(['Moving'])

  const current = await newProject(template, 'With the current version', template.version)
  const { set } = await plan({ template: template.id, projects: [current] })
  expect(set.summary.change).toBe(1)
  await as('astrid').patch(projectTemplates, template.id, { content: [] })
  await expect(apply(set.id)).rejects.toMatchObject({ status: 412 })
  expect(await namesIn('workflow', current)).toEqual([])
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
  expect([await namesIn('workflow', project), await namesIn('workflow', hibernated)]).toEqual([['Anything'], []])
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
  const few = await captureStatements(() => send(many.slice(0, 1)))
  expect(await captureStatements(() => send(many))).toHaveLength(few.length)
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
  await provisionProjectJob().run({ platform, payload: { project }, job, signal: new AbortController().signal })
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 0, 0]])
  expect((await plan({ template: template.id, projects: [project] })).rows).toEqual([])
  for (const table of Object.keys(kinds)) {
    await sql`update ${sql.table(table)} set name = 'New ' || name, version = version + 1 where project_id = ${library}
      and not ${table === 'project_group' ? sql`is_automatic` : sql`false`}`.execute(db)
  }
  await addDocument(library, folder, 'A-102.pdf')
  const added = await addFolder(library, 'Sections', folder)
  await addDocument(library, added, 'A-103.pdf')
  const { id, rows } = await planAndApply({ template: template.id, projects: [project] })
  expect(describeRows(rows).toSorted()).toEqual(
    [...Object.keys(kinds).map((table) => `update New Of ${table}`), 'update Drawings', 'add Sections'].toSorted(),
  )
  expect(await namesIn('document', project)).toEqual(['A-101.pdf', 'A-102.pdf', 'A-103.pdf'])
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 0, 0]])
  expect((await plan({ template: template.id, projects: [project] })).rows).toEqual([])
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { undone: 10, remaining: 0 } })
  expect([await namesIn('document', project), await namesIn('workflow', project)]).toEqual([
    ['A-101.pdf'],
    ['Of workflow'],
  ])
  // The previous drift again: the eight, the folder and its parents differ from the library.
  expect(await readDrift(template.id)).toEqual([[1, 0, 0, 9, 0]])
})
