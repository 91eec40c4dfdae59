import { listChangeSetRows } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { driftWorld } from '../../../test/drift-world'
import { sweepObjectsJob } from '../../content/objects/sweep-objects'
import { newObjectKey } from '../../platform/objects/object-store'

const { as, db, platform, customer, newLibrary, addWorkflow, addChecklist, addFolder, entry, ...drift } =
  await driftWorld()
const {
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
  addTopic,
} = drift

type Entry = ReturnType<typeof entry>

/** Replaces the entries of the template, as an editor does in two steps. */
async function become(template: { id: string }, content: Entry[]) {
  await db.deleteFrom('template_entry').where('template_id', '=', template.id).execute()
  const rows = content.map(({ sourceProjectId, key, value, renameTo, isEverything }) => ({
    ...{ template_id: template.id, source_project_id: sourceProjectId, key, value, rename_to: renameTo },
    is_everything: isEverything,
  }))
  if (rows.length > 0) await db.insertInto('template_entry').values(rows).execute()
  await sql`update project_template set version = version + 1 where id = ${template.id}`.execute(db)
}
const addRun = (project: string, checklist: string) =>
  db
    .insertInto('checklist_run')
    .values({ id: uuidv7(), customer_id: customer, project_id: project, checklist_id: checklist, place: 'Bath 1' })
    .execute()
const stored = (table: 'workflow' | 'checklist' | 'folder' | 'document', project: string) =>
  sql<{ kept: object }>`
    select to_jsonb(held) - 'version' - 'updated_at' as kept from ${sql.table(table)} as held where project_id = ${project}
    order by name`
    .execute(db)
    .then(({ rows }) => rows)
const memory = (project: string) =>
  sql`select * from copied_resource where project_id = ${project} order by entity_type, resource_id`
    .execute(db)
    .then(({ rows }) => rows)

test('what a template lost goes where nobody changed, uses or needs it; the rest is kept, and told; an undo puts it back', async () => {
  const library = await newLibrary()
  const workflow = await addWorkflow(library, 'Defects')
  const of = async (name: string) => addChecklist(library, name, workflow)
  const [plain, changed, used, stays] = [
    await of('A plain'),
    await of('B changed'),
    await of('C used'),
    await of('D stays'),
  ]
  const [alone, needed] = [await addWorkflow(library, 'Alone'), await addWorkflow(library, 'Needed')]
  const all = [plain, changed, used, stays].map((id) => entry(library, 'checklistId', id))
  const flows = [alone, needed].map((id) => entry(library, 'workflows', id))
  const template = await newTemplate([...all, ...flows])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  await sql`update checklist set is_repeatable = true, version = version + 1 where id = ${await copyOf(project, changed)}`.execute(
    db,
  )
  await addRun(project, await copyOf(project, used))
  await addChecklist(project, 'E own', await copyOf(project, needed))
  await become(template, [entry(library, 'checklistId', stays)])

  // By default everything is kept and reported.
  expect(describeRows((await plan({ template: template.id, projects: [project] })).rows)).toEqual([
    `version ${template.name}`,
    'lostInTemplate Alone',
    'neededInProject Needed',
    'lostInTemplate A plain',
    'changedInProject B changed',
    'inUse C used',
  ])
  const before = { checklists: await stored('checklist', project), workflows: await stored('workflow', project) }
  const known = await memory(project)
  const { id, rows } = await planAndApply({ template: template.id, projects: [project], lost: 'remove' })
  expect(describeRows(rows).slice(1)).toEqual([
    'remove Alone',
    'neededInProject Needed',
    'remove A plain',
    'changedInProject B changed',
    'inUse C used',
  ])
  expect(rows[1]).toMatchObject({ before: { name: 'Alone', isLost: true }, after: { action: 'remove' } })
  expect(await namesIn('checklist', project)).toEqual(['B changed', 'C used', 'D stays', 'E own'])
  expect(await namesIn('workflow', project)).toEqual(['Defects', 'Needed'])
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { undone: 3, remaining: 0 } })
  expect({ checklists: await stored('checklist', project), workflows: await stored('workflow', project) }).toEqual(
    before,
  )
  expect(await memory(project)).toEqual(known)
  expect(await readDrift(template.id)).toEqual([[1, 0, 1, 0, 0]])
})

test.each(
  Object.entries({
    'moved to another customer': { customer_id: customerId('fjellbane') },
    'became closed to the session': { providers: ['byggnett'] },
    hibernated: { is_hibernated: true },
    'was deleted': { is_inactive: true },
  }),
)('G4: a plan whose project %s since is stale, and nothing is added, changed or removed there', async (_, became) => {
  const library = await newLibrary()
  const [stays, removed] = [await addWorkflow(library, 'Stays'), await addWorkflow(library, 'Goes')]
  const template = await newTemplate([stays, removed].map((id) => entry(library, 'workflows', id)))
  const [project, other] = [await newProject(template), await newProject(template)]
  await planAndApply({ template: template.id, projects: [project, other] })
  await recolour(stays, '#ff0000')
  await become(template, [entry(library, 'workflows', stays), entry(library, 'folders')])
  await addFolder(library, 'Comes')
  const { set, rows } = await plan({ template: template.id, projects: [project, other], lost: 'remove' })
  expect(describeRows(rows).slice(1, 4).toSorted()).toEqual(['add Comes', 'remove Goes', 'update Stays'])
  const held = async () => [
    await Promise.all([project, other].map((one) => stored('workflow', one))),
    await Promise.all([project, other].map(async (one) => [await namesIn('folder', one), await memory(one)])),
  ]
  await db.updateTable('project').set(became).where('id', '=', project).execute()
  const before = await held()
  await expect(apply(set.id)).rejects.toMatchObject({ status: 412 })
  expect(await held()).toEqual(before)
})

test('what only came along goes with the last that needed it, and comes back with it', async () => {
  const library = await newLibrary()
  const workflow = await addWorkflow(library, 'Snags')
  const lists = [await addChecklist(library, 'One', workflow), await addChecklist(library, 'Two', workflow)]
  const [first, second] = lists.map((id) => entry(library, 'checklistId', id))
  const template = await newTemplate([first as Entry, second as Entry])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  await become(template, [second as Entry])
  const { id: one, rows } = await planAndApply({ template: template.id, projects: [project], lost: 'remove' })
  expect(describeRows(rows).slice(1)).toEqual(['remove One'])
  await become(template, [])
  const { id: two, rows: both } = await planAndApply({ template: template.id, projects: [project], lost: 'remove' })
  expect(describeRows(both).slice(1)).toEqual(['remove Snags', 'remove Two'])
  expect([await namesIn('checklist', project), await namesIn('workflow', project)]).toEqual([[], []])
  // The first step cannot be undone before the second: its workflow was removed.
  await expect(undo(one)).rejects.toMatchObject({ code: 'changedSince' })
  expect(await undo(two)).toMatchObject({ state: 'undone', summary: { undone: 3, remaining: 0 } })
  expect(await undo(one)).toMatchObject({ state: 'undone', summary: { undone: 2, remaining: 0 } })
  expect([await namesIn('checklist', project), await namesIn('workflow', project)]).toEqual([['One', 'Two'], ['Snags']])
  const flow = await copyOf(project, workflow)
  const { rows: bound } = await sql`select distinct workflow_id from checklist where project_id = ${project}`.execute(
    db,
  )
  expect(bound).toEqual([{ workflow_id: flow }])
})

test('row by row the person chooses otherwise than for the rest: beside or left, removed or kept', async () => {
  const library = await newLibrary()
  const flows = [await addWorkflow(library, 'A'), await addWorkflow(library, 'B')]
  const lists = [await addChecklist(library, 'One'), await addChecklist(library, 'Two')]
  const [one, two, ...kept] = [
    ...lists.map((id) => entry(library, 'checklistId', id)),
    ...flows.map((id) => entry(library, 'workflows', id)),
  ]
  const template = await newTemplate([one as Entry, two as Entry, ...kept])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  for (const flow of flows) await addTopicTo(project, await copyOf(project, flow))
  for (const flow of flows) await recolour(flow, '#ff0000')
  await become(template, kept)
  const otherwise = [
    { project, resource: await copyOf(project, flows[0] ?? '') },
    { project, resource: await copyOf(project, lists[1] ?? '') },
  ]
  const input = { template: template.id, projects: [project], otherwise }
  expect(
    describeRows((await plan({ ...input, used: 'beside', lost: 'remove' })).rows)
      .slice(1)
      .toSorted(),
  ).toEqual(['inUse A', 'beside B (2)', 'remove One', 'lostInTemplate Two'].toSorted())
  const { id, rows } = await planAndApply(input)
  expect(describeRows(rows).slice(1).toSorted()).toEqual(
    ['beside A (2)', 'inUse B', 'lostInTemplate One', 'remove Two'].toSorted(),
  )
  // A row names the project's record that an exception refers to.
  expect(rows.find(({ after }) => after?.action === 'beside')?.before).toEqual({ id: otherwise[0]?.resource })
  expect([await namesIn('workflow', project), await namesIn('checklist', project)]).toEqual([
    ['A', 'A (2)', 'B'],
    ['One'],
  ])
  expect(await undo(id)).toMatchObject({ state: 'undone' })
  expect([await namesIn('workflow', project), await namesIn('checklist', project)]).toEqual([
    ['A', 'B'],
    ['One', 'Two'],
  ])
})

let topics = 0
const addTopicTo = (project: string, workflow: string) =>
  topics++ === 0
    ? addTopic(project, workflow)
    : sql`insert into topic (id, customer_id, project_id, number, title, workflow_id, state, state_kind)
        values (${uuidv7()}, ${customer}, ${project}, ${topics}, 'Crack', ${workflow}, 'Open', 'open')`.execute(db)

async function addDocument(project: string, folder: string, name: string) {
  const id = uuidv7()
  const object_key = newObjectKey()
  const bytes = { size: 3, media_type: 'text/plain', object_key, checksum: object_key }
  const place = { customer_id: customer, project_id: project }
  await db
    .insertInto('stored_object')
    .values({ key: object_key, size: 3, stored_at: new Date(0).toISOString() })
    .execute()
  await db
    .insertInto('document')
    .values({ ...place, ...bytes, id, folder_id: folder, name, revision: 1 })
    .execute()
  await db
    .insertInto('document_version')
    .values({ ...bytes, project_id: project, document_id: id, number: 1 })
    .execute()
  return object_key
}

test('what an entry gives another name comes under it as well, also where the first copy was followed by one beside it', async () => {
  const library = await newLibrary()
  const [flow, folder] = [await addWorkflow(library, 'Defects'), await addFolder(library, 'Drawings')]
  const first = [entry(library, 'workflows', flow), entry(library, 'folderId', folder)]
  const template = await newTemplate(first)
  const [project, other] = [await newProject(template, 'Ash'), await newProject(template, 'Birch')]
  const wanted = { template: template.id, projects: [project, other], used: 'beside' as const }
  await planAndApply(wanted)
  await addTopicTo(project, await copyOf(project, flow))
  await recolour(flow, '#ff0000')
  expect(describeRows((await planAndApply(wanted)).rows)).toEqual(['beside Defects (2)', 'update Defects'])
  await become(template, [...first, ...first.map((one) => ({ ...one, renameTo: 'Named' }))])
  const added = [`version ${template.name}`, 'add Named', 'add Named']
  expect(describeRows((await planAndApply(wanted)).rows)).toEqual([...added, ...added])
  expect(await namesIn('workflow', project)).toEqual(['Defects', 'Defects (2)', 'Named'])
  expect([await namesIn('workflow', other), await namesIn('folder', other)]).toEqual([
    ['Defects', 'Named'],
    ['Drawings', 'Named'],
  ])
  expect((await plan(wanted)).rows).toEqual([])
})

test('folders that a template lost go with their documents, whose bytes stay as long as an undo needs them', async () => {
  const library = await newLibrary()
  const outer = await addFolder(library, 'Drawings')
  const inner = await addFolder(library, 'Sections', outer)
  const key = await addDocument(library, inner, 'A-101.pdf')
  const busy = await addFolder(library, 'Reports')
  const below = await addFolder(library, 'Monthly', busy)
  const content = [outer, busy].map((id) => entry(library, 'folderId', id))
  const template = await newTemplate(content)
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  await addDocument(project, await copyOf(project, busy), 'Own.pdf')
  await become(template, [])
  const before = { folders: await stored('folder', project), documents: await stored('document', project) }
  const known = await memory(project)
  const { id, rows } = await planAndApply({ template: template.id, projects: [project], lost: 'remove' })
  expect(describeRows(rows).slice(1)).toEqual([
    'remove Drawings',
    'remove Monthly',
    'changedInProject Reports',
    'remove Sections',
  ])
  expect([await namesIn('folder', project), await namesIn('document', project)]).toEqual([['Reports'], ['Own.pdf']])
  await sql`delete from document where project_id = ${library}`.execute(db)
  const sweep = () =>
    sweepObjectsJob.run({
      ...{ platform, payload: {}, job: { id: uuidv7(), attempt: 1, customer: null } },
      signal: new AbortController().signal,
    })
  const isStored = async () =>
    (await db.selectFrom('stored_object').select('key').where('key', '=', key).execute()).length === 1
  await sweep()
  expect(await isStored()).toBe(true)
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { undone: 4, remaining: 0 } })
  expect({ folders: await stored('folder', project), documents: await stored('document', project) }).toEqual(before)
  expect(await memory(project)).toEqual(known)
  const versions = db.selectFrom('document_version').select(['number', 'object_key']).where('object_key', '=', key)
  expect(await versions.execute()).toEqual([{ number: 1, object_key: key }])
  expect(below).not.toBe(busy)
  // They are not needed any more once the project is purged.
  await sql`delete from document where project_id = ${project}`.execute(db)
  await sweep()
  expect(await isStored()).toBe(false)
})

test('a folder that a template lost comes back with documents that have no bytes yet', async () => {
  const library = await newLibrary()
  const folder = await addFolder(library, 'Drawings')
  await drift.addDocument(library, folder, 'A-101.pdf')
  const template = await newTemplate([entry(library, 'folderId', folder)])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  const before = await stored('document', project)
  expect(before).toMatchObject([{ kept: { name: 'A-101.pdf', revision: 0 } }])
  await become(template, [])
  const { id } = await planAndApply({ template: template.id, projects: [project], lost: 'remove' })
  expect(await namesIn('document', project)).toEqual([])
  expect(await undo(id)).toMatchObject({ state: 'undone', summary: { undone: 2, remaining: 0 } })
  expect(await stored('document', project)).toEqual(before)
})

test('a folder stays while one below it does; a label stays while a folder has it', async () => {
  const library = await newLibrary()
  const outer = await addFolder(library, 'Outer')
  const inner = await addFolder(library, 'Inner', outer)
  const label = uuidv7()
  await db
    .insertInto('folder_label')
    .values({ id: label, customer_id: customer, project_id: library, name: 'Issued', colour: '#112233' })
    .execute()
  await sql`update folder set labels = '["Issued"]' where id = ${inner}`.execute(db)
  const template = await newTemplate([entry(library, 'folderId', outer), entry(library, 'folderLabels', label)])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  await become(template, [])
  const otherwise = [{ project, resource: await copyOf(project, inner) }]
  const { rows } = await plan({ template: template.id, projects: [project], lost: 'remove', otherwise })
  expect(describeRows(rows).slice(1)).toEqual([
    'neededInProject Issued',
    'lostInTemplate Inner',
    'neededInProject Outer',
  ])
  const { rows: all } = await planAndApply({ template: template.id, projects: [project], lost: 'remove' })
  expect(describeRows(all).slice(1)).toEqual(['remove Issued', 'remove Inner', 'remove Outer'])
  expect(await namesIn('folder', project)).toEqual([])
})

test('entries of a library that cannot be read are no loss, and neither is a resource that another entry still brings', async () => {
  const [library, other] = [await newLibrary(), await newLibrary()]
  const [list, twice] = [await addChecklist(library, 'Asleep'), await addChecklist(other, 'Twice')]
  const whole = entry(other, 'checklists')
  const single = entry(other, 'checklistId', twice)
  const template = await newTemplate([entry(library, 'checklistId', list), whole])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  await db.updateTable('project').set({ is_hibernated: true }).where('id', '=', library).execute()
  await become(template, [entry(library, 'checklistId', list), single])
  const { rows } = await planAndApply({ template: template.id, projects: [project], lost: 'remove' })
  expect(describeRows(rows).map((row) => row.split(' ')[0])).toEqual(['libraryHibernated', 'version'])
  expect(await namesIn('checklist', project)).toEqual(['Asleep', 'Twice'])
})

test('what somebody began to use since the plan was made is not removed, and a name that is taken since is not written over', async () => {
  const library = await newLibrary()
  const list = await addChecklist(library, 'Wanted')
  const template = await newTemplate([entry(library, 'checklistId', list)])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  await become(template, [])
  const late = await plan({ template: template.id, projects: [project], lost: 'remove' })
  const copy = await copyOf(project, list)
  await addRun(project, copy)
  await expect(apply(late.set.id)).rejects.toMatchObject({ status: 412 })
  expect(await namesIn('checklist', project)).toEqual(['Wanted'])
  await db.deleteFrom('checklist_run').where('project_id', '=', project).execute()
  const { id } = await planAndApply({ template: template.id, projects: [project], lost: 'remove' })
  expect(await namesIn('checklist', project)).toEqual([])
  await addChecklist(project, 'wanted')
  expect(await undo(id, true)).toMatchObject({ summary: { undone: 1, remaining: 1 } })
  expect(await namesIn('checklist', project)).toEqual(['wanted'])
  const { data } = await as('astrid').call(listChangeSetRows, { parameters: { id } })
  expect(data.filter(({ attributes }) => attributes.remains).map(({ attributes }) => attributes.object.name)).toEqual([
    'Wanted',
  ])
})
