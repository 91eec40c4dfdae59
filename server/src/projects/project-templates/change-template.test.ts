import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { driftWorld } from '../../../test/drift-world'

const { as, db, customer, newLibrary, entry, newTemplate, newProject } = await driftWorld()

const send = (kind: 'template' | 'template-entries', input: object, by = 'astrid', of = customer) =>
  as(by).post(changeSets, { kind, customer: of, apply: 'whenClean', input } as never)
const undo = (id: string) => as('astrid').call(undoChangeSet, { parameters: { id }, body: { partial: false } })
const stored = (id: string) =>
  db.selectFrom('project_template').select(['name', 'num_entries']).where('id', '=', id).executeTakeFirst()

let made = 0
const newName = () => `Kit ${++made}`
/** Adds an empty template; returns its change set and its id. */
async function add(name = newName()) {
  const set = await send('template', { name })
  return { set, name, id: set.rows?.[0]?.object.id ?? '' }
}
/** Adds an entry to the template. */
const addEntry = async (template: string) =>
  send('template-entries', { template, add: [entry(await newLibrary(), 'checklists', null)] })

test('a rename is undone after entries were added since, and what was done last is undone first all the same', async () => {
  const { set: added, id, name } = await add()
  const renamed = newName()
  const { version } = await as('astrid').get(projectTemplates, id)
  const rename = await send('template', { template: id, name: renamed, expectedVersion: version })
  const entries = await addEntry(id)
  expect(await stored(id)).toEqual({ name: renamed, num_entries: 1 })
  expect(await undo(rename.id)).toMatchObject({ state: 'undone', summary: { undone: 1, remaining: 0 } })
  expect(await stored(id)).toEqual({ name, num_entries: 1 })
  await expect(undo(added.id)).rejects.toMatchObject({ code: 'changedSince' })
  await undo(entries.id)
  expect(await undo(added.id)).toMatchObject({ state: 'undone', summary: { undone: 1, remaining: 0 } })
  expect(await stored(id)).toBeUndefined()
  // It is added again under its id.
  expect(await send('template', { template: id, name, expectedVersion: 0 })).toMatchObject({ state: 'applied' })
  expect(await stored(id)).toEqual({ name, num_entries: 0 })
})

test('a template that somebody else has renamed keeps that name, and is not renamed by who has not seen it', async () => {
  const { set: added, id, name } = await add()
  const rename = await send('template', { template: id, name: newName(), expectedName: name })
  const last = newName()
  await send('template', { template: id, name: last }, 'anna')
  await expect(undo(rename.id)).rejects.toMatchObject({ code: 'changedSince' })
  await expect(undo(added.id)).rejects.toMatchObject({ code: 'changedSince' })
  for (const seen of [{ expectedVersion: 1 }, { expectedName: name }]) {
    const refused = await send('template', { template: id, name: newName(), ...seen })
    expect(refused).toMatchObject({ state: 'planned', summary: { change: 0, conflicts: { changedMeanwhile: 1 } } })
  }
  expect(await stored(id)).toMatchObject({ name: last })
})

test('a template whose former name is another one’s by now keeps its new name', async () => {
  const { id, name } = await add()
  const renamed = newName()
  const rename = await send('template', { template: id, name: renamed })
  await add(name.toUpperCase())
  await expect(undo(rename.id)).rejects.toMatchObject({ code: 'changedSince' })
  expect(await stored(id)).toMatchObject({ name: renamed })
})

test('a new template that a project was created from stays', async () => {
  const { set, id, name } = await add()
  const project = await newProject(await newTemplate([]))
  await db.updateTable('project').set({ project_template_id: id }).where('id', '=', project).execute()
  await expect(undo(set.id)).rejects.toMatchObject({ code: 'changedSince' })
  expect(await stored(id)).toMatchObject({ name })
})

test('a name that another template has is refused, for a new one and by a rename', async () => {
  const [{ name }, { id }] = [await add(), await add()]
  for (const input of [{ name: name.toUpperCase() }, { template: id, name }])
    await expect(send('template', input)).rejects.toMatchObject({ code: 'templateNameTaken' })
})

test('G4: whoever does not administer the customer adds or renames none of its templates, and nobody one of another customer', async () => {
  const { id, name } = await add()
  const rename = { template: id, name: newName() }
  await expect(send('template', rename, 'ola')).rejects.toMatchObject({ status: 403 })
  await expect(send('template', { name: newName() }, 'ola')).rejects.toMatchObject({ status: 403 })
  const foreign = customerId('fjellbane')
  expect(await send('template', rename, 'gro', foreign)).toMatchObject({ state: 'planned', summary: { change: 0 } })
  expect(await stored(id)).toMatchObject({ name })
  expect(await send('template', rename)).toMatchObject({ state: 'applied' })
})
