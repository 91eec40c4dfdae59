import { projectContents } from '@lintel/contract/content/project-contents'
import { type DashboardWidget, dashboardWidgets, maxWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { projects } from '@lintel/contract/projects/projects'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { world } from '../../../test/world'

const { as } = await world()
const customer = customerId('nordbygg')
const anna = as('anna')

const add = (project: string, typeName: DashboardWidget['typeName'], more: Partial<DashboardWidget> = {}, by = anna) =>
  by.post(dashboardWidgets, { project, typeName, ...more } as never)
const card = (project: string) => anna.list(dashboardWidgets, { filter: { project } })
const places = async (project: string) => (await card(project)).map(({ id, order }) => [id, order])
const move = ({ id, version }: DashboardWidget, order: number) => anna.patch(dashboardWidgets, id, { order }, version)

test('a new widget has the size of its type and the last place, and a removed one closes the gap', async () => {
  const project = projectId('NB-1915')
  const info = await add(project, 'generic-info')
  const chart = await add(project, 'workflow-chart', { order: 0 })
  const table = await add(project, 'checklists', { size: [2, 2], dataIds: ['a', 'b'] })
  expect([info, chart, table].map(({ order, size }) => [order, size])).toEqual([
    [0, [1, 1]],
    [1, [1, 2]],
    [2, [2, 2]],
  ])
  expect(table).toMatchObject({ customer, project, dataIds: ['a', 'b'], config: { dataIds: ['a', 'b'] } })
  await expect(add(project, 'checklists', { size: [3, 1] as never })).rejects.toMatchObject({ code: 'invalid' })
  await anna.remove(dashboardWidgets, info.id, info.version)
  expect(await places(project)).toEqual([
    [chart.id, 0],
    [table.id, 1],
  ])
  const events = await anna.list(auditEvents, { filter: { customer }, page: { size: 10 } })
  expect(events.map(({ action, target }) => [action, target])).toContainEqual(['dashboard-widgets.remove', info.id])
})

test('a widget that is moved swaps with its neighbour, and none has a place beyond the last', async () => {
  const project = projectId('NB-1931')
  const [first, second, third] = await Promise.all([0, 1, 2].map(() => add(project, 'generic-info'))).then(() =>
    card(project),
  )
  if (!first || !second || !third) throw new Error('There are three')
  await move(second, 2)
  expect(await places(project)).toEqual([
    [first.id, 0],
    [third.id, 1],
    [second.id, 2],
  ])
  await expect(move(first, 3)).rejects.toMatchObject({ code: 'invalid' })
  // With the version from before the move.
  await expect(move(third, 0)).rejects.toMatchObject({ code: 'stale' })
})

test('whatever several do to a card at once, its places are a permutation without gaps', async () => {
  const project = projectId('NB-1948')
  for (let n = 0; n < 6; n++) await add(project, 'generic-info')
  const widgets = await card(project)
  const outcomes = await Promise.allSettled([
    ...widgets.slice(0, 5).map((widget, at) => move(widget, at + 1)),
    add(project, 'workflows'),
    add(project, 'workflow-chart'),
    ...widgets.slice(4).map(({ id, version }) => anna.remove(dashboardWidgets, id, version)),
  ])
  const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  // A widget removed by somebody else is not found.
  expect(failures.filter((code) => code !== 'stale' && code !== 'notFound')).toEqual([])
  const after = await card(project)
  expect(after.map(({ order }) => order)).toEqual(after.map((_, at) => at))
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(3)
})

test('a card holds no more than fifty widgets', async () => {
  const project = projectId('NB-1962')
  for (let n = 0; n < maxWidgets; n++) await add(project, 'generic-info')
  await expect(add(project, 'generic-info')).rejects.toMatchObject({ code: 'cardFull' })
  expect(await card(project)).toHaveLength(maxWidgets)
})

test('G8: a dashboard is seen by who reads its customer, and changed by its administrators alone', async () => {
  const project = projectId('NB-1974')
  const widget = await add(project, 'generic-info')
  expect(await as('reports@nordbygg.example').get(dashboardWidgets, widget.id)).toMatchObject({ project })
  await expect(
    as('reports@nordbygg.example').patch(dashboardWidgets, widget.id, { size: [2, 1] }, 1),
  ).rejects.toMatchObject({
    code: 'forbidden',
  })
  for (const name of ['gro', 'mei']) {
    await expect(as(name).get(dashboardWidgets, widget.id)).rejects.toMatchObject({ code: 'notFound' })
    await expect(add(project, 'generic-info', {}, as(name))).rejects.toMatchObject({ code: 'unknownReference' })
    expect(await as(name).list(dashboardWidgets, { filter: { customer } })).toEqual([])
  }
})

test('the widgets of a deleted project stay, and nobody changes them', async () => {
  const project = projectId('NB-2003')
  const widget = await add(project, 'generic-info')
  const { version } = await anna.get(projects, project)
  await anna.patch(projects, project, { isInactive: true }, version)
  expect(await anna.get(dashboardWidgets, widget.id)).toMatchObject({ project })
  await expect(anna.patch(dashboardWidgets, widget.id, { size: [2, 1] }, 1)).rejects.toMatchObject({ code: 'conflict' })
  await expect(add(project, 'generic-info')).rejects.toMatchObject({ code: 'unknownReference' })
})

test('projects with and without widgets are told apart, and widgets are among the contents of a project', async () => {
  const project = projectId('NB-2009')
  const ids = async (hasWidgets: boolean) =>
    (await anna.list(projectStats, { filter: { customer, hasWidgets }, page: { size: 200 } })).map(({ id }) => id)
  expect(await ids(true)).not.toContain(project)
  expect(await ids(false)).toContain(project)
  const { id } = await add(project, 'workflow-chart')
  expect(await ids(true)).toContain(project)
  expect(await ids(false)).not.toContain(project)
  const contents = await anna.list(projectContents, { filter: { project, entityType: 'dashboard-widgets' } })
  expect(contents).toMatchObject([{ record: id, name: 'workflow-chart' }])
})
