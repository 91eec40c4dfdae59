import { madeProjects } from '@lintel/contract/projects/made-projects'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { captureStatements } from '../../../test/capture-statements'
import { world } from '../../../test/world'

const { as, db } = await world()
const customer = customerId('nordbygg')
const library = projectId('LIB-1')

const entry = (value: string): TemplateEntry => ({
  ...{ sourceProjectId: library, key: 'workflows', value, renameTo: null, isEverything: false },
})

const addWorkflow = async (project: string, name: string, of = customer) => {
  const row = { id: uuidv7(), customer_id: of, project_id: project, name, colour: '#336699' }
  const added = db.insertInto('workflow').values({ ...row, states: '[{"name":"Open","kind":"open"}]' })
  return added.returning(['id', 'content_hash', 'version']).executeTakeFirstOrThrow()
}

/** A project created from the current template, with the recorded copies of its workflows. */
async function makeFrom(template: { id: string; version: number; content: TemplateEntry[] }, name: string) {
  const { id } = await as('astrid').post(projects, { name } as never)
  await db
    .insertInto('template_application')
    .values({
      ...{ project_id: id, customer_id: customer, template_id: template.id, template_version: template.version },
      entries: JSON.stringify(template.content),
    })
    .execute()
  const copies = []
  for (const { value, ...from } of template.content) {
    const source = db
      .selectFrom('workflow')
      .selectAll()
      .where('id', '=', value ?? '')
    const { name: copied, content_hash, version } = await source.executeTakeFirstOrThrow()
    const copy = await addWorkflow(id, copied)
    copies.push(copy)
    const known = { project_id: id, entity_type: 'workflows', resource_id: copy.id, template_id: template.id }
    const source_id = value ?? ''
    await db
      .insertInto('copied_resource')
      .values({
        ...{ ...known, source_id, source_project_id: from.sourceProjectId, source_version: version },
        ...{ source_hash: content_hash ?? '', copy_hash: copy.content_hash ?? '' },
      })
      .execute()
  }
  return { id, copies }
}

const change = (id: string) =>
  sql`update workflow set colour = '#ff0000', version = version + 1 where id = ${id}`.execute(db)
const remove = (id: string) => db.deleteFrom('workflow').where('id', '=', id).execute()
const listed = (template: string, who = 'astrid') =>
  as(who).list(madeProjects, { filter: { template }, sort: ['projectName'] })

test('a template shows the projects made from it, and how far each has drifted', async () => {
  const sources = [
    await addWorkflow(library, 'One'),
    await addWorkflow(library, 'Two'),
    await addWorkflow(library, 'Three'),
  ]
  const [one, two, three] = sources.map(({ id }) => id) as [string, string, string]
  const content = [entry(one), entry(two), entry(three)]
  const template = await as('astrid').post(projectTemplates, { customer, name: 'Drifting', content } as never)
  const still = await makeFrom(template, 'A stays')
  const moved = await makeFrom(template, 'B moves')
  const same = {
    ...{ entriesGained: 0, entriesLost: 0, changedInProject: 0, deletedInProject: 0 },
    ...{ changedInLibrary: 0, goneFromLibrary: 0, templateVersion: 1, currentVersion: 1 },
  }
  expect(await listed(template.id)).toMatchObject([
    { id: still.id, projectName: 'A stays', template: template.id, ...same },
    { id: moved.id, projectName: 'B moves', ...same },
  ])
  const [first, second] = moved.copies
  await change(first?.id ?? '')
  await remove(second?.id ?? '')
  const changed = { ...same, changedInProject: 1, deletedInProject: 1 }
  expect(await listed(template.id)).toMatchObject([
    { id: still.id, ...same },
    { id: moved.id, ...changed },
  ])
  // In the library one record is changed and one deleted; in the template two entries are added and one removed.
  await change(one)
  await remove(three)
  await as('astrid').patch(projectTemplates, template.id, {
    content: [entry(one), entry(two), entry('new'), entry('newer')],
  })
  const drifted = { currentVersion: 2, changedInLibrary: 1, goneFromLibrary: 1, entriesGained: 2, entriesLost: 1 }
  expect(await listed(template.id)).toMatchObject([
    { id: still.id, ...same, ...drifted },
    { id: moved.id, ...changed, ...drifted },
  ])
  // The projects are kept when the template is deleted, and can still be found by it.
  await as('astrid').remove(projectTemplates, template.id)
  expect(await listed(template.id)).toMatchObject([{ currentVersion: null, changedInLibrary: 1, entriesGained: 0 }, {}])
})

test('G3: only projects of customers that the reader administers are told', async () => {
  const template = await as('astrid').post(projectTemplates, { customer, name: 'Private', content: [] } as never)
  const { id } = await makeFrom(template, 'Seen by administrators')
  const deleted = await makeFrom(template, 'Deleted since')
  await as('astrid').remove(projects, deleted.id)
  expect((await listed(template.id)).map((made) => made.id)).toEqual([id])
  expect((await listed(template.id, 'anna')).map((made) => made.id)).toEqual([id])
  for (const who of ['ola', 'gro', 'mei']) expect([who, await listed(template.id, who)]).toEqual([who, []])
  expect(await listed('nonsense')).toEqual([])
})

test('a customer that a project moved to is not told of the template and the people of the former one', async () => {
  const ours = await as('astrid').post(projectTemplates, { customer, name: 'Left behind', content: [] } as never)
  const everybodys = await as('staff').post(projectTemplates, { customer: null, name: 'Of all', content: [] } as never)
  const [left, moved] = [await makeFrom(ours, 'Moves'), await makeFrom(everybodys, 'Moves as well')]
  const { id: anna } = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', 'anna@nordbygg.example')
    .executeTakeFirstOrThrow()
  const ids = [left.id, moved.id]
  await db.updateTable('template_application').set({ made_by: anna }).where('project_id', 'in', ids).execute()
  const told = async (who: string) =>
    [...(await listed(ours.id, who)), ...(await listed(everybodys.id, who))].map(({ id, madeBy }) => [id, madeBy])
  expect(await told('astrid')).toEqual(ids.map((id) => [id, 'anna@nordbygg.example']))
  await db
    .updateTable('project')
    .set({ customer_id: customerId('fjellbane') })
    .where('id', 'in', ids)
    .execute()
  expect(await told('gro')).toEqual([[moved.id, null]])
  expect(await told('staff')).toEqual([[moved.id, 'anna@nordbygg.example']])
})

test('a page of projects costs as many statements as one, and pages follow one another', async () => {
  const source = await addWorkflow(library, 'Counted')
  const content = [entry(source.id)]
  const template = await as('astrid').post(projectTemplates, { customer, name: 'Counted', content } as never)
  await makeFrom(template, 'Number 0')
  const page = (size: number, after?: string) =>
    as('astrid').page(madeProjects, {
      ...{ filter: { template: template.id }, sort: ['projectName'] },
      page: { size, ...(after && { after }) },
    })
  const few = await captureStatements(() => page(500))
  for (let at = 1; at < 9; at++) await makeFrom(template, `Number ${at}`)
  await change(source.id)
  const many = await captureStatements(() => page(500))
  expect(many.length).toBe(few.length)
  expect((await page(500)).records.map(({ changedInLibrary }) => changedInLibrary)).toEqual(Array(9).fill(1))
  const first = await page(4)
  expect(first).toMatchObject({ total: 9 })
  const after = new URL(first.next ?? '', 'http://lintel.example').searchParams.get('page[after]') ?? undefined
  expect((await page(4, after)).records.map(({ projectName }) => projectName)).toEqual([
    ...['Number 4', 'Number 5', 'Number 6', 'Number 7'],
  ])
})
