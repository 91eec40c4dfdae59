import { listChangeSetRows } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { driftWorld } from '../../../test/drift-world'

const { as, db, customer, newLibrary, addWorkflow, addChecklist, addFolder, addDocument, entry, ...drift } =
  await driftWorld()
const { newTemplate, newProject, plan, apply, undo, planAndApply, describeRows, namesIn, copyOf, recolour } = drift

const losses = [
  { lost: { is_hibernated: true }, reason: 'libraryHibernated', isNamed: true },
  { lost: { is_inactive: true }, reason: 'libraryGone', isNamed: true },
  { lost: { is_library: false }, reason: 'libraryGone', isNamed: false },
  { lost: { customer_id: customerId('fjellbane') }, reason: 'libraryMoved', isNamed: false },
]

/** Puts a library out of reach. */
const lose = (library: string, { lost }: (typeof losses)[number]) =>
  db.updateTable('project').set(lost).where('id', '=', library).execute()

/** A template of two libraries, a project created from it, and later changes in both libraries. */
async function ofTwo() {
  const [lost, stays] = [await newLibrary(), await newLibrary()]
  const flows = [await addWorkflow(lost, 'Of the lost'), await addWorkflow(stays, 'Of the other')]
  const template = await newTemplate([entry(lost, 'workflows'), entry(stays, 'workflows')])
  const project = await newProject(template)
  await planAndApply({ template: template.id, projects: [project] })
  for (const flow of flows) await recolour(flow, '#ff0000')
  await addWorkflow(lost, 'New in the lost')
  return { lost, template, project }
}

test.each(losses)(
  'G4: of a library that is out of reach nothing is brought over ($lost): it is told, and the others are read',
  async (loss) => {
    const { reason, isNamed } = loss
    const { lost, template, project } = await ofTwo()
    await lose(lost, loss)
    const { rows } = await planAndApply({ template: template.id, projects: [project], lost: 'remove' })
    const [told1] = rows
    expect(told1).toMatchObject({ outcome: 'conflict', conflict: reason, object: { type: 'libraries', id: lost } })
    expect(told1?.object.name !== undefined).toBe(isNamed)
    expect(describeRows(rows).slice(1)).toEqual(['update Of the other'])
    expect(await namesIn('workflow', project)).toEqual(['Of the lost', 'Of the other'])
  },
)

test.each(losses)(
  'G4: a plan whose library went out of reach since is stale, and nothing of it is written ($lost)',
  async (loss) => {
    const { lost, template, project } = await ofTwo()
    const { set, rows } = await plan({ template: template.id, projects: [project] })
    expect(describeRows(rows).toSorted()).toEqual(['add New in the lost', 'update Of the lost', 'update Of the other'])
    await lose(lost, loss)
    await expect(apply(set.id)).rejects.toMatchObject({ status: 412 })
    expect(await namesIn('workflow', project)).toEqual(['Of the lost', 'Of the other'])
    const colours = await sql`select distinct colour from workflow where project_id = ${project}`.execute(db)
    expect(colours.rows).toEqual([{ colour: '#336699' }])
  },
)

test('a library that is deleted for good is told by its id', async () => {
  const { lost, template, project } = await ofTwo()
  await db.deleteFrom('project').where('id', '=', lost).execute()
  const { rows } = await plan({ template: template.id, projects: [project] })
  expect(rows[0]).toMatchObject({ conflict: 'libraryGone', object: { type: 'libraries', id: lost } })
  expect(await namesIn('workflow', project)).toEqual(['Of the lost', 'Of the other'])
})

test('what people put into what a step brought stays when it is undone: members of a group, documents, widgets, labels', async () => {
  const library = await newLibrary()
  const row = (name: string) => ({ id: uuidv7(), customer_id: customer, project_id: library, name })
  const [crew, label] = [row('Crew'), row('Issued')]
  await db.insertInto('project_group').values(crew).execute()
  await db
    .insertInto('folder_label')
    .values({ ...label, colour: '#112233' })
    .execute()
  const folder = await addFolder(library, 'Drawings')
  const list = await addChecklist(library, 'Shown')
  const template = await newTemplate([
    ...[entry(library, 'groups', crew.id), entry(library, 'folderId', folder)],
    ...[entry(library, 'folderLabels', label.id), entry(library, 'checklistId', list)],
  ])
  const project = await newProject(template)
  const { id } = await planAndApply({ template: template.id, projects: [project] })
  const [member] = await db.selectFrom('project_member').select('user_id').where('project_id', '=', project).execute()
  const group = await copyOf(project, crew.id)
  await db
    .insertInto('project_group_member')
    .values({ project_id: project, group_id: group, user_id: member?.user_id ?? '' })
    .execute()
  await addDocument(project, await copyOf(project, folder), 'Own.pdf')
  const own = await addFolder(project, 'Own')
  await sql`update folder set labels = '["issued"]' where id = ${own}`.execute(db)
  await sql`
    insert into dashboard_widget (id, customer_id, project_id, type_name, place, size, data_ids)
    values (${uuidv7()}, ${customer}, ${project}, 'checklists', 99, '[1, 1]', ${JSON.stringify([await copyOf(project, list)])})`.execute(
    db,
  )
  await expect(undo(id)).rejects.toMatchObject({ code: 'changedSince' })
  expect(await undo(id, true)).toMatchObject({ summary: { undone: 1, remaining: 4 } })
  const { data } = await as('astrid').call(listChangeSetRows, { parameters: { id } })
  const remaining = data.filter(({ attributes }) => attributes.remains).map(({ attributes }) => attributes.object.name)
  expect(remaining.toSorted()).toEqual(['Crew', 'Drawings', 'Issued', 'Shown'])
  const members = db.selectFrom('project_group_member').select('user_id').where('group_id', '=', group)
  expect(await members.execute()).toEqual([member])
  expect([await namesIn('folder', project), await namesIn('document', project)]).toEqual([
    ['Drawings', 'Own'],
    ['Own.pdf'],
  ])
  expect(await namesIn('checklist', project)).toEqual(['Shown'])
})
