import type { ChangeSetInput } from '@lintel/contract/people/change-set-inputs'
import { applyChangeSet, changeSets, listChangeSetRows, undoChangeSet } from '@lintel/contract/people/change-sets'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { world } from '../../../test/world'

const { as, db } = await world()
const customer = customerId('nordbygg')
const [library, second, foreign, plain] = ['LIB-1', 'LIB-2', 'SØ-L1', 'NB-2041'].map(projectId) as [
  string,
  string,
  string,
  string,
]

type Input = ChangeSetInput<'template-entries'>

const entry = (value: string, more: Partial<TemplateEntry> = {}): TemplateEntry => ({
  ...{ sourceProjectId: library, key: 'checklistId', value, renameTo: null, isEverything: false },
  ...more,
})
const make = (name: string, content: TemplateEntry[] = []) =>
  as('astrid').post(projectTemplates, { customer, name, content } as never)
const send = (input: Input, { by = 'astrid', of = customer, apply = true } = {}) =>
  as(by).post(changeSets, {
    kind: 'template-entries',
    customer: of,
    input,
    ...(apply && { apply: 'whenClean' }),
  } as never)
const contentOf = async (id: string) => (await as('astrid').get(projectTemplates, id)).content
const undo = (id: string, partial = false) =>
  as('astrid').call(undoChangeSet, { parameters: { id }, body: { partial } })
const applyPlan = (id: string) => as('astrid').call(applyChangeSet, { parameters: { id } })
const rowsOf = async (id: string) =>
  (await as('astrid').call(listChangeSetRows, { parameters: { id } })).data.map(({ attributes }) => attributes)

test('entries are added, renamed and removed as one audited step, and undone', async () => {
  const [first, other, late] = [entry('a'), entry('b'), entry('c', { sourceProjectId: second, key: 'workflows' })]
  const template = await make('One step', [first, other])
  const set = await send({
    template: template.id,
    add: [late, first],
    remove: [other],
    rename: [{ entry: first, renameTo: 'Start' }],
  })
  expect(set).toMatchObject({ state: 'applied', summary: { change: 4, same: 0, conflict: 0 } })
  const after = [{ ...first, renameTo: 'Start' }, late, first]
  expect(await contentOf(template.id)).toEqual(after)
  expect((await as('astrid').get(projectTemplates, template.id)).version).toBe(template.version + 1)
  const again = await send({ template: template.id, add: [late], remove: [other] })
  expect(again).toMatchObject({ state: 'applied', summary: { change: 0, same: 2 } })
  expect(await undo(set.id)).toMatchObject({ state: 'undone', summary: { undone: 4 } })
  expect((await contentOf(template.id)).toSorted(byValue)).toEqual([first, other])
  const events = await as('astrid').list(auditEvents, { filter: { customer }, page: { size: 3 } })
  expect(events.map(({ action, target }) => [action, target])).toContainEqual(['change-sets.undo', set.id])
})

const byValue = (one: TemplateEntry, other: TemplateEntry) => (one.value ?? '').localeCompare(other.value ?? '')

test('administrators who add different entries at once all succeed, and the same entry is there once', async () => {
  const { id } = await make('At once')
  const sets = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      send({ template: id, add: [entry(`mine ${at}`), entry('everybody’s')] }, { by: at % 2 ? 'astrid' : 'anna' }),
    ),
  )
  expect(sets.map(({ state }) => state)).toEqual(Array(12).fill('applied'))
  const content = await contentOf(id)
  expect(content).toHaveLength(13)
  expect(content.filter(({ value }) => value === 'everybody’s')).toHaveLength(1)
  // Concurrently, without waiting for the customer's lock.
  const single = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      send({ template: id, add: [entry(at < 4 ? 'one and the same' : `own ${at}`)] }),
    ),
  )
  expect(single.map(({ state }) => state)).toEqual(Array(8).fill('applied'))
  expect(single.filter(({ summary }) => summary.change === 1)).toHaveLength(5)
  expect(await contentOf(id)).toHaveLength(18)
})

test('the undo of an addition removes only what it added, and leaves what others have since', async () => {
  const { id } = await make('Undone', [entry('before')])
  const mine = await send({
    template: id,
    add: [entry('mine'), entry('before'), entry('renamed since'), entry('gone')],
  })
  expect(mine.summary).toMatchObject({ change: 3, same: 1 })
  await send({ template: id, add: [entry('theirs')], remove: [entry('gone')] })
  await send({ template: id, add: [entry('gone')] })
  await send({ template: id, add: [], rename: [{ entry: entry('renamed since'), renameTo: 'Other' }] })
  await expect(undo(mine.id)).rejects.toMatchObject({ code: 'changedSince' })
  expect(await undo(mine.id, true)).toMatchObject({ state: 'undone', summary: { undone: 1, remaining: 2 } })
  expect((await contentOf(id)).map(({ value, renameTo }) => renameTo ?? value)).toEqual([
    'before',
    'Other',
    'theirs',
    'gone',
  ])
})

test('the undo of a removal and of a rename leaves what stands in its place by now', async () => {
  const { id } = await make('Put back', [entry('a'), entry('b'), entry('c')])
  const set = await send({
    template: id,
    remove: [entry('a'), entry('b')],
    rename: [{ entry: entry('c'), renameTo: 'C' }],
  })
  await send({ template: id, add: [entry('a'), entry('c')] })
  expect(await undo(set.id, true)).toMatchObject({ summary: { undone: 1, remaining: 2 } })
  expect((await contentOf(id)).map(({ value, renameTo }) => renameTo ?? value).toSorted()).toEqual(['C', 'a', 'b', 'c'])
})

test('an entry that comes back has the name of what was deleted before or since, and none while that exists', async () => {
  const addChecklist = async (name: string) => {
    const id = uuidv7()
    const row = { id, customer_id: customer, project_id: library, name, applies_to: 'space', items: '[]' }
    await db.insertInto('checklist').values(row).execute()
    return id
  }
  const [before, since, exists] = [
    await addChecklist('Deleted before'),
    await addChecklist('Deleted since'),
    await addChecklist('Exists'),
  ]
  const entries = [before, since, exists, 'no id'].map((id) => entry(id))
  const { id } = await make('Names', entries)
  await db.deleteFrom('checklist').where('id', '=', before).execute()
  const set = await send({ template: id, add: [], rename: [], remove: entries })
  await db.deleteFrom('checklist').where('id', '=', since).execute()
  expect(await undo(set.id)).toMatchObject({ state: 'undone', summary: { undone: 4 } })
  const stored = db.selectFrom('template_entry').select(['value', 'source_name']).where('template_id', '=', id)
  const names = (await stored.execute()).map(({ value, source_name }) => [value, source_name])
  expect(Object.fromEntries(names)).toEqual({
    [before]: 'Deleted before',
    [since]: 'Deleted since',
    [exists]: null,
    'no id': null,
  })
})

test('what stands against a row is said of that row, and the others can be applied', async () => {
  const { id } = await make('Refused', [entry('a'), entry('b', { renameTo: 'Taken' }), entry('a', { renameTo: 'A' })])
  const set = await send({
    template: id,
    rename: [
      { entry: entry('gone'), renameTo: 'New' },
      { entry: entry('a'), renameTo: ' ' },
      { entry: entry('a'), renameTo: 'A' },
      { entry: entry('a'), renameTo: 'tAKEN' },
      { entry: entry('a'), renameTo: ' / ' },
    ],
    add: [
      entry('x', { sourceProjectId: foreign }),
      entry('x', { sourceProjectId: plain }),
      entry('x', { sourceProjectId: uuidv7() }),
      entry('x', { sourceProjectId: 'nonsense' }),
      entry('x', { renameTo: '' }),
      entry('x', { key: 'groups', renameTo: '@' }),
      entry('clean'),
    ],
  })
  expect(set.state).toBe('planned')
  expect((await rowsOf(set.id)).map(({ conflict }) => conflict)).toEqual([
    ...['notInTemplate', 'noName', 'nameTaken', 'nameTaken', 'noName'],
    ...['unknownLibrary', 'unknownLibrary', 'unknownLibrary', 'unknownLibrary', 'noName', 'noName', null],
  ])
  expect(await contentOf(id)).toHaveLength(3)
  expect(await applyPlan(set.id)).toMatchObject({ state: 'applied' })
  expect((await contentOf(id)).map(({ value }) => value)).toEqual(['a', 'b', 'a', 'clean'])
})

test('a plan that somebody was faster than is stale, and nothing of it is written', async () => {
  const { id } = await make('Stale', [entry('a')])
  const set = await send({ template: id, remove: [entry('a')], add: [entry('b')] }, { apply: false })
  await send({ template: id, remove: [entry('a')] })
  await expect(applyPlan(set.id)).rejects.toMatchObject({ status: 412 })
  expect(await contentOf(id)).toEqual([])
})

test('a template has at most 5,000 entries: more are refused with the field named', {
  timeout: 60_000,
}, async () => {
  const { id } = await make(
    'Full',
    Array.from({ length: 4_999 }, (_, at) => entry(`number ${at}`)),
  )
  const tooMany = send({ template: id, add: [entry('5,000'), entry('5,001')] })
  await expect(tooMany).rejects.toMatchObject({
    code: 'tooManyEntries',
    source: { pointer: '/data/attributes/input/add' },
  })
  const many = Array.from({ length: 5_001 }, (_, at) => entry(`many ${at}`))
  await expect(send({ template: id, add: many })).rejects.toMatchObject({
    code: 'tooManyRows',
    source: { pointer: '/data/attributes/input/add' },
  })
  await expect(make('Too full', many)).rejects.toMatchObject({
    status: 422,
    source: { pointer: '/data/attributes/content' },
  })
  const last = await send({ template: id, add: [entry('5,000')] })
  expect(last).toMatchObject({ state: 'applied' })
  await expect(send({ template: id, add: [entry('5,001')] })).rejects.toMatchObject({ code: 'tooManyEntries' })
  // One entry is removed to make space for another; the removed one then cannot be restored.
  const removal = await send({ template: id, remove: [entry('number 7')] })
  expect(await send({ template: id, add: [entry('5,001')] })).toMatchObject({ state: 'applied' })
  expect(await undo(removal.id, true)).toMatchObject({ summary: { undone: 0, remaining: 1 } })
  const stored = db.selectFrom('template_entry').select('id').where('template_id', '=', id).execute()
  expect(await stored).toHaveLength(5_000)
})

test('G3: nobody changes a template of another customer, and only administrators change their own', async () => {
  const { id } = await make('Ours')
  const add = [entry('a')]
  await expect(send({ template: id, add }, { by: 'ola' })).rejects.toMatchObject({ status: 403 })
  await expect(send({ template: id, add }, { by: 'gro' })).rejects.toMatchObject({ status: 403 })
  await expect(send({ template: id, add }, { by: 'gro', of: customerId('fjellbane') })).rejects.toMatchObject({
    code: 'unknownReference',
    source: { pointer: '/data/attributes/input/template' },
  })
  await expect(send({ template: id })).rejects.toMatchObject({ code: 'required' })
  expect(await contentOf(id)).toEqual([])
  expect(await send({ template: id, add })).toMatchObject({ state: 'applied' })
})

test('the whole content is written by whoever saw the version, and entries that stay are the same records', async () => {
  const { id, version } = await make('Whole', [entry('a'), entry('b')])
  const idsOf = () =>
    db.selectFrom('template_entry').select(['id', 'value']).where('template_id', '=', id).orderBy('value').execute()
  const before = await idsOf()
  await send({ template: id, add: [entry('theirs')] })
  const patch = (content: TemplateEntry[], seen: number) => as('astrid').patch(projectTemplates, id, { content }, seen)
  await expect(patch([entry('b')], version)).rejects.toMatchObject({ status: 412 })
  await patch([entry('b', { isEverything: true }), entry('new')], version + 1)
  expect(await contentOf(id)).toEqual([entry('b', { isEverything: true }), entry('new')])
  expect((await idsOf())[0]).toEqual(before[1])
})

test('a template says from how many projects it was made, of those that the reader administers', async () => {
  const template = await make('Counted')
  const { id } = await as('astrid').post(projects, { name: 'Made of it', projectTemplateId: template.id } as never)
  const removal = await as('astrid').post(projects, {
    name: 'Made and deleted',
    projectTemplateId: template.id,
  } as never)
  await as('astrid').remove(projects, removal.id)
  const counted = async (who: string) => (await as(who).get(projectTemplates, template.id)).numProjects
  expect([await counted('astrid'), await counted('ola')]).toEqual([1, 0])
  const [listed] = await as('astrid').list(projectTemplates, { filter: { customer, q: 'Counted' } })
  expect(listed?.numProjects).toBe(1)
  await as('astrid').remove(projectTemplates, template.id)
  expect(await as('astrid').get(projects, id)).toMatchObject({ name: 'Made of it' })
})
