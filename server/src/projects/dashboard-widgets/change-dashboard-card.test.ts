import type { ChangeSetInput } from '@lintel/contract/people/change-set-inputs'
import { changeSets, listChangeSetRows, previewUndo, undoChangeSet } from '@lintel/contract/people/change-sets'
import { type DashboardWidget, dashboardWidgets, maxWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { world } from '../../../test/world'
import { newObjectKey } from '../../platform/objects/object-store'

const { as, db } = await world()
const customer = customerId('nordbygg')

type Input = ChangeSetInput<'dashboard-widgets'>

const send = (input: Input, { by = 'anna', of = customer } = {}) =>
  as(by).post(changeSets, { kind: 'dashboard-widgets', customer: of, input, apply: 'whenClean' } as never)
const undo = (id: string, partial = false) => as('anna').call(undoChangeSet, { parameters: { id }, body: { partial } })
const card = (project: string) => as('anna').list(dashboardWidgets, { filter: { project }, page: { size: 100 } })
const toDraft = ({ id, typeName, size, dataIds }: DashboardWidget) => ({ id, typeName, size, dataIds })
const content = async (project: string) => (await card(project)).map(toDraft)
const expectedVersions = async (project: string) => (await card(project)).map(({ id, version }) => ({ id, version }))

test('a card is made, arranged and deleted as single steps, each undone exactly', async () => {
  const project = projectId('NB-2015')
  const made = await send({
    project,
    widgets: [{ typeName: 'generic-info' }, { typeName: 'workflow-chart' }, { typeName: 'checklists', dataIds: ['a'] }],
  })
  expect(made).toMatchObject({ state: 'applied', summary: { change: 3, conflict: 0 } })
  const first = await content(project)
  expect(first.map(({ typeName, size }) => [typeName, size])).toEqual([
    ['generic-info', [1, 1]],
    ['workflow-chart', [1, 2]],
    ['checklists', [1, 1]],
  ])
  const [info, chart, table] = first as [(typeof first)[0], (typeof first)[0], (typeof first)[0]]
  const arranged = await send({
    project,
    widgets: [{ ...table, size: [2, 1], dataIds: ['b'] }, info, { typeName: 'workflows' }],
    expected: await expectedVersions(project),
  })
  expect(arranged.summary).toMatchObject({ change: 4 })
  expect((await content(project)).map(({ id }) => id).slice(0, 2)).toEqual([table.id, info.id])
  expect((await card(project)).map(({ order }) => order)).toEqual([0, 1, 2])
  const emptied = await send({ project, widgets: [] })
  expect(await card(project)).toEqual([])
  await undo(emptied.id)
  expect((await content(project)).map(({ id }) => id).slice(0, 2)).toEqual([table.id, info.id])
  await undo(arranged.id)
  expect(await content(project)).toEqual([info, chart, table])
  await undo(made.id)
  expect(await card(project)).toEqual([])
  const events = await as('anna').list(auditEvents, { filter: { customer }, page: { size: 3 } })
  expect(events.map(({ action, target }) => [action, target])).toContainEqual(['change-sets.undo', made.id])
})

test('G10: a card of a project that the login method does not open is neither read nor undone, whoever changed it', async () => {
  const project = projectId('NB-2015')
  const { id } = await send({ project, widgets: [{ typeName: 'generic-info' }] })
  const made = await content(project)
  const parameters = { id }
  const setProviders = (providers: string[]) =>
    db.updateTable('project').set({ providers }).where('id', '=', project).execute()
  const rows = async () => (await as('anna').call(listChangeSetRows, { parameters, query: {} })).data
  expect(await rows()).toMatchObject([{ attributes: { object: { project } } }])
  await setProviders(['COGNITO_MFA'])
  expect(await rows()).toEqual([])
  const refusal = { status: 403, code: 'loginMethodRequired' }
  await expect(as('anna').call(previewUndo, { parameters })).rejects.toMatchObject(refusal)
  await expect(undo(id)).rejects.toMatchObject(refusal)
  await setProviders([])
  expect(await content(project)).toEqual(made)
  await undo(id)
  expect(await card(project)).toEqual([])
})

test('a card that somebody else changed meanwhile is a conflict, and stays as theirs', async () => {
  const project = projectId('NB-2029')
  await send({ project, widgets: [{ typeName: 'generic-info' }, { typeName: 'workflows' }] })
  const before = await card(project)
  const [info, table] = before.map(toDraft) as [ReturnType<typeof toDraft>, ReturnType<typeof toDraft>]
  const expected = before.map(({ id, version }) => ({ id, version }))
  await send({ project, widgets: [info, { ...table, size: [2, 1] }], expected }, { by: 'astrid' })
  const mine = await send({ project, widgets: [table, info], expected })
  expect(mine).toMatchObject({ state: 'planned', summary: { conflict: 1, conflicts: { changedMeanwhile: 1 } } })
  expect(await content(project)).toEqual([info, { ...table, size: [2, 1] }])
  const removed = await send({ project, widgets: [info], expected: await expectedVersions(project) })
  expect(removed).toMatchObject({ state: 'applied' })
  const late = await send({ project, widgets: [info, table], expected: [] })
  expect(late).toMatchObject({ state: 'planned' })
})

test('of two who move the same widgets at once the places stay a permutation without gaps', async () => {
  const project = projectId('NB-2051')
  await send({ project, widgets: Array.from({ length: 5 }, () => ({ typeName: 'generic-info' as const })) })
  const before = await card(project)
  const expected = before.map(({ id, version }) => ({ id, version }))
  const widgets = before.map(toDraft)
  const [a, b, c, d, e] = widgets as [Kept, Kept, Kept, Kept, Kept]
  const sets = await Promise.allSettled([
    send({ project, widgets: [b, a, c, d, e], expected }),
    send({ project, widgets: [a, c, b, d, e], expected }, { by: 'astrid' }),
    send({ project, widgets: [a, b, c, e, d], expected }, { by: 'staff' }),
  ])
  const applied = sets.filter((set) => set.status === 'fulfilled' && set.value.state === 'applied')
  expect(applied).toHaveLength(1)
  const after = await card(project)
  expect(after.map(({ order }) => order)).toEqual([0, 1, 2, 3, 4])
  expect(after.map(({ id }) => id).toSorted()).toEqual(widgets.map(({ id }) => id).toSorted())
})
type Kept = ReturnType<typeof toDraft>

test('the undo of a removal leaves what others added since, and says what it leaves of what they changed', async () => {
  const project = projectId('NB-2058')
  await send({
    project,
    widgets: [{ typeName: 'generic-info' }, { typeName: 'workflows' }, { typeName: 'checklists' }],
  })
  const [info, table, lists] = (await content(project)) as [Kept, Kept, Kept]
  const removed = await send({ project, widgets: [info, lists] })
  const otherChange = await as('astrid').post(dashboardWidgets, { project, typeName: 'workflow-chart' } as never)
  await undo(removed.id)
  expect((await card(project)).map(({ id, order }) => [id, order])).toEqual([
    [info.id, 0],
    [table.id, 1],
    [lists.id, 2],
    [otherChange.id, 3],
  ])
  const sized = await send({ project, widgets: [{ ...info, size: [2, 2] }, table, lists, toDraft(otherChange)] })
  const now = (await card(project))[0]
  await as('astrid').patch(dashboardWidgets, info.id, { size: [2, 1] }, now?.version ?? 0)
  await expect(undo(sized.id)).rejects.toMatchObject({ code: 'changedSince' })
})

test('an undo that the card has no room for is refused and says so, and is made once there is room', async () => {
  const project = projectId('NB-2118')
  await send({ project, widgets: Array.from({ length: maxWidgets }, () => ({ typeName: 'generic-info' as const })) })
  const [first, second, ...others] = (await content(project)) as [Kept, Kept, ...Kept[]]
  const removed = await send({ project, widgets: [second, ...others], expected: await expectedVersions(project) })
  await send({ project, widgets: [second, ...others, { typeName: 'workflows' }] })
  const full = await content(project)
  await expect(undo(removed.id)).rejects.toMatchObject({ status: 409, code: 'cardFull' })
  expect(await content(project)).toEqual(full)
  await send({ project, widgets: full.slice(0, -1), expected: await expectedVersions(project) })
  expect(await undo(removed.id)).toMatchObject({ state: 'undone', summary: { remaining: 0 } })
  expect(await content(project)).toEqual([first, second, ...others])
})

test('a card with more widgets than it may have can still be reduced and deleted', async () => {
  const project = projectId('NB-2124')
  await send({ project, widgets: Array.from({ length: maxWidgets }, () => ({ typeName: 'generic-info' as const })) })
  const size = JSON.stringify([1, 1])
  const overfilled = { project_id: project, customer_id: customer, type_name: 'workflows', place: maxWidgets, size }
  await db
    .insertInto('dashboard_widget')
    .values([{ ...overfilled, id: uuidv7() }])
    .execute()
  const widgets = await content(project)
  expect(widgets).toHaveLength(maxWidgets + 1)
  const reduced = await send({ project, widgets: widgets.slice(1), expected: await expectedVersions(project) })
  expect(reduced.state).toBe('applied')
  expect(await content(project)).toEqual(widgets.slice(1))
  expect((await send({ project, widgets: [], expected: await expectedVersions(project) })).state).toBe('applied')
  expect(await card(project)).toEqual([])
})

test('the card of another customer, of a deleted project or with an image of nobody is refused', async () => {
  const widgets = [{ typeName: 'generic-info' as const }]
  const foreign = projectId('FB-0311')
  await expect(send({ project: foreign, widgets })).rejects.toMatchObject({ code: 'unknownReference' })
  await expect(send({ project: 'nonsense', widgets })).rejects.toMatchObject({ code: 'unknownReference' })
  await expect(send({ project: projectId('NB-2064'), widgets }, { by: 'mei' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const image = await send({ project: projectId('NB-2064'), widgets: [{ typeName: 'image', image: foreign }] })
  expect(image).toMatchObject({ state: 'planned', summary: { conflicts: { unknownImage: 1 } } })
  expect(await card(projectId('NB-2064'))).toEqual([])
})

test('only a widget of type `image` takes an image of the project', async () => {
  const project = projectId('NB-2064')
  const [image, key] = [uuidv7(), newObjectKey()]
  await db.insertInto('stored_object').values({ key, size: 3 }).execute()
  await db
    .insertInto('dashboard_image')
    .values({
      ...{ id: image, customer_id: customer, project_id: project, object_key: key },
      ...{ media_type: 'image/webp', size: 3, width: 1, height: 1 },
    })
    .execute()
  const planned = await send({ project, widgets: [{ typeName: 'generic-info', image }] })
  expect(planned).toMatchObject({ state: 'planned', summary: { conflicts: { unknownImage: 1 } } })
  expect(await card(project)).toEqual([])
})

test('what was undone is made once more as it was: added, sized, moved and removed, with the same widgets', async () => {
  const project = projectId('NB-2083')
  const steps: { id: string; before: Kept[]; after: Kept[] }[] = []
  const step = async (widgetsOf: (now: Kept[]) => Input['widgets']) => {
    const before = await content(project)
    const { id } = await send({ project, widgets: widgetsOf(before), expected: await expectedVersions(project) })
    steps.push({ id, before, after: await content(project) })
  }
  await step(() => [{ typeName: 'generic-info' }, { typeName: 'workflows' }, { typeName: 'workflow-chart' }])
  await step(([info, ...others]) => [{ ...(info as Kept), size: [2, 2] }, ...others])
  await step(([info, table, chart]) => [chart as Kept, info as Kept, table as Kept])
  await step(([chart, , table]) => [chart as Kept, table as Kept])
  await step(() => [])
  for (const { id, before } of steps.toReversed()) {
    await undo(id)
    expect(await content(project)).toEqual(before)
  }
  for (const { id, after } of steps) {
    const again = await send({ project, again: id })
    expect(again.state).toBe('applied')
    expect(await content(project)).toEqual(after)
    // Undone and redone once more: a redone change is a change set like any other.
    await undo(again.id)
    expect((await send({ project, again: again.id })).state).toBe('applied')
    expect(await content(project)).toEqual(after)
  }
})

test('nothing is made once more of a card that somebody else has changed, that was not undone, or that is not the customer’s', async () => {
  const project = projectId('NB-2096')
  const made = await send({ project, widgets: [{ typeName: 'generic-info' }, { typeName: 'workflows' }] })
  const unknown = { code: 'unknownReference', source: { pointer: '/data/attributes/input/again' } }
  await expect(send({ project, again: made.id })).rejects.toMatchObject(unknown)
  await undo(made.id)
  await expect(send({ project: projectId('NB-2064'), again: made.id })).rejects.toMatchObject(unknown)
  await expect(send({ project, again: 'nonsense' })).rejects.toMatchObject(unknown)
  await expect(send({ project })).rejects.toMatchObject({ code: 'required' })
  await expect(send({ project, widgets: [], again: made.id })).rejects.toMatchObject({ code: 'invalid' })
  await expect(send({ project, again: made.id }, { by: 'mei' })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(send({ project, again: made.id }, { by: 'staff', of: customerId('stalbygg') })).rejects.toMatchObject({
    code: 'unknownReference',
  })
  const otherChange = await send({ project, widgets: [{ typeName: 'workflow-chart' }] }, { by: 'astrid' })
  const late = await send({ project, again: made.id })
  expect(late).toMatchObject({ state: 'planned', summary: { conflict: 1, conflicts: { changedMeanwhile: 1 } } })
  expect((await content(project)).map(({ typeName }) => typeName)).toEqual(['workflow-chart'])
  await undo(otherChange.id)
  expect((await send({ project, again: made.id })).state).toBe('applied')
  expect((await content(project)).map(({ typeName }) => typeName)).toEqual(['generic-info', 'workflows'])
})
