import { changeSets, undoChangeSet } from '@lintel/contract/people/change-sets'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { driftWorld } from '../../../test/drift-world'

const { as, db, customer, newLibrary, addChecklist, entry, newTemplate, newProject, readDrift, ...drift } =
  await driftWorld()

const remove = (template: string, more: object = {}, by = 'astrid', of = customer) =>
  as(by).post(changeSets, {
    ...{ kind: 'delete-template', customer: of, apply: 'whenClean', input: { template, ...more } },
  } as never)
const undo = (id: string, partial = false) =>
  as('astrid').call(undoChangeSet, { parameters: { id }, body: { partial } })
const stored = async (template: string) => {
  const { rows } = await sql`
    select to_jsonb(template) - 'version' - 'updated_at' as template,
      (select jsonb_agg(to_jsonb(entry) - 'place' order by place) from template_entry as entry where template_id = template.id) as entries,
      (select jsonb_agg(id) from project where project_template_id = template.id) as projects
    from project_template as template where id = ${template}`.execute(db)
  return rows[0]
}

/** A template with two entries and a project created from it. */
async function used() {
  const library = await newLibrary()
  const lists = [await addChecklist(library, 'One'), await addChecklist(library, 'Two')]
  const template = await newTemplate(lists.map((id) => entry(library, 'checklistId', id)))
  const project = await newProject(template)
  await db.updateTable('project').set({ project_template_id: template.id }).where('id', '=', project).execute()
  return { template, project }
}

test('a template that is deleted comes back by an undo, with its entries, as the one that its projects were made from', async () => {
  const { template, project } = await used()
  const before = await stored(template.id)
  expect(before).toMatchObject({ template: { num_entries: 2 }, projects: [project] })
  const drifted = await readDrift(template.id)
  const set = await remove(template.id, { expectedVersion: template.version })
  expect(set).toMatchObject({ state: 'applied', summary: { change: 1 } })
  expect(await stored(template.id)).toBeUndefined()
  expect(await sql`select from template_entry where template_id = ${template.id}`.execute(db)).toMatchObject({
    rows: [],
  })
  await expect(as('astrid').get(projectTemplates, template.id)).rejects.toMatchObject({ status: 404 })
  expect(await undo(set.id)).toMatchObject({ state: 'undone', summary: { undone: 1, remaining: 0 } })
  expect(await stored(template.id)).toEqual(before)
  expect(await readDrift(template.id)).toEqual(drifted)
  const { version } = await as('astrid').get(projectTemplates, template.id)
  expect(version).toBe(template.version + 1)
})

test('a template that comes back has the names of what its libraries lost meanwhile', async () => {
  const [shrunk, purged] = [await newLibrary(), await newLibrary()]
  const lists = [
    await addChecklist(shrunk, 'Before'),
    await addChecklist(shrunk, 'Since'),
    await addChecklist(shrunk, 'Exists'),
    await addChecklist(purged, 'Purged'),
  ]
  const [before, since, exists, last] = lists as [string, string, string, string]
  const template = await newTemplate([
    ...[before, since, exists].map((id) => entry(shrunk, 'checklistId', id)),
    entry(purged, 'checklistId', last),
  ])
  await db.deleteFrom('checklist').where('id', '=', before).execute()
  const set = await remove(template.id)
  await db.deleteFrom('checklist').where('id', '=', since).execute()
  await db.deleteFrom('project').where('id', '=', purged).execute()
  expect(await undo(set.id)).toMatchObject({ state: 'undone' })
  const restored = await db
    .selectFrom('template_entry')
    .select('source_name')
    .where('template_id', '=', template.id)
    .orderBy('place')
    .execute()
  expect(restored.map(({ source_name }) => source_name)).toEqual(['Before', 'Since', null, 'Purged'])
})

test('a template that somebody else changed meanwhile is not deleted, whether that was seen by the plan or not', async () => {
  const { template } = await used()
  const planned = await as('astrid').post(changeSets, {
    ...{ kind: 'delete-template', customer, input: { template: template.id } },
  } as never)
  expect(planned.state).toBe('planned')
  await sql`update project_template set version = version + 1 where id = ${template.id}`.execute(db)
  await expect(drift.apply(planned.id)).rejects.toMatchObject({ status: 412 })
  const refused = await remove(template.id, { expectedVersion: template.version })
  expect(refused).toMatchObject({ state: 'planned', summary: { change: 0, conflicts: { changedMeanwhile: 1 } } })
  expect(await stored(template.id)).toBeDefined()
})

test('a template whose name is another one’s by now does not come back, and what remains is said', async () => {
  const { template } = await used()
  const set = await remove(template.id)
  await as('astrid').post(projectTemplates, { customer, name: template.name.toUpperCase(), content: [] } as never)
  await expect(undo(set.id)).rejects.toMatchObject({ code: 'changedSince' })
  expect(await stored(template.id)).toBeUndefined()
})

test('G4: whoever does not administer the customer deletes none of its templates, and nobody one of another customer', async () => {
  const { template } = await used()
  await expect(remove(template.id, {}, 'ola')).rejects.toMatchObject({ status: 403 })
  await expect(remove(template.id, {}, 'gro', customerId('fjellbane'))).rejects.toMatchObject({
    code: 'unknownReference',
  })
  const [platform] = await db.selectFrom('project_template').select('id').where('customer_id', 'is', null).execute()
  await expect(remove(platform?.id ?? '')).rejects.toMatchObject({ code: 'unknownReference' })
  expect(await stored(template.id)).toBeDefined()
  expect(await remove(template.id)).toMatchObject({ state: 'applied' })
})
