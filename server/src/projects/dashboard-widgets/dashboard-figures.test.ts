import { checklistStatuses } from '@lintel/contract/content/checklist-statuses'
import { workflowStatuses } from '@lintel/contract/content/workflow-statuses'
import { inProject } from '@lintel/contract/jsonapi/resource'
import { readFigures, widgetTrendDays } from '@lintel/contract/projects/dashboard-figures'
import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { projects } from '@lintel/contract/projects/projects'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { widgetId } from '../../../demo/widgets'
import { world } from '../../../test/world'

const { as } = await world()
const customer = customerId('nordbygg')
const figures = async (widgets: string[], by = 'anna') =>
  (await as(by).call(readFigures, { body: { widgets } })).widgets

test('one call has the figures of widgets of many projects', async () => {
  const project = projectId('NB-2041')
  const ids = [0, 1, 2, 3].map((place) => widgetId('NB-2041', place))
  const owner = 'astrid@nordbygg.example'
  const begun = await as('anna').post(projects, { name: 'Begun today', customer, owner } as never)
  const its = await as('anna').post(dashboardWidgets, { project: begun.id, typeName: 'workflow-chart' } as never)
  const [info, lists, flows, chart, empty] = await figures([...ids, its.id])
  const stat = await as('anna').get(projectStats, project)
  expect(info).toMatchObject({ state: 'read', info: { numUsers: stat.numUsers, numOpenTopics: stat.numOpenTopics } })
  const widget = await as('anna').get(dashboardWidgets, ids[1] ?? '')
  const statuses = await as('anna').list(inProject(checklistStatuses, project), { page: { size: 200 } })
  expect(widget.dataIds).toHaveLength(4)
  expect(lists?.checklists).toEqual(statuses.filter(({ id }) => widget.dataIds?.includes(id)))
  expect(flows?.workflows).toEqual(await as('anna').list(inProject(workflowStatuses, project), { page: { size: 200 } }))
  expect(chart?.trend?.labels).toHaveLength(widgetTrendDays)
  const charted = await as('anna').get(dashboardWidgets, ids[3] ?? '')
  const subject = flows?.workflows?.find(({ id }) => charted.dataIds?.includes(id))
  expect(chart?.subject).toBe(subject?.workflowName)
  const at = widgetTrendDays - 1
  expect(chart?.trend?.open[at]).toBe((subject?.totalOpen ?? 0) + (subject?.totalDone ?? 0))
  expect(chart?.trend?.closed[at]).toBe(subject?.totalClosed)
  expect(empty).toMatchObject({ state: 'read', trend: { open: expect.any(Array) } })
  expect(empty?.trend?.open).toHaveLength(widgetTrendDays)
  expect(new Set(empty?.trend?.open)).toEqual(new Set([0]))
  expect(Math.abs(Date.parse(info?.readAt ?? '') - Date.now())).toBeLessThan(60_000)
})

test('a widget on a project that is hibernated, stopped, crashed or deleted says so in its place', async () => {
  const project = projectId('NB-1844')
  const ids = ['NB-1177', 'NB-2087', 'NB-2093', 'NB-1844', 'NB-2041'].map((number) => widgetId(number, 0))
  expect((await figures(ids)).map(({ state }) => state)).toEqual(['hibernated', 'stopped', 'crashed', 'read', 'read'])
  const { version } = await as('anna').get(projects, project)
  await as('anna').patch(projects, project, { isInactive: true }, version)
  const [, , , deleted] = await figures(ids)
  expect(deleted).toEqual({ id: ids[3], state: 'deleted', readAt: expect.any(String) })
})

test('G8: a widget of a project that moved to another customer is like one that never was', async () => {
  const [ids] = [widgetId('NB-1987', 0)]
  expect(await figures([ids], 'astrid')).toMatchObject([{ state: 'read', info: {} }])
  const { version } = await as('staff').get(projects, projectId('NB-1987'))
  await as('staff').patch(projects, projectId('NB-1987'), { customer: customerId('fjellbane') }, version)
  const unseen = [
    { id: ids, state: 'moved', readAt: expect.any(String) },
    { id: 'nothing', state: 'moved', readAt: expect.any(String) },
  ]
  expect(await figures([ids, 'nothing'], 'astrid')).toEqual(unseen)
  expect(await figures([ids], 'gro')).toMatchObject([{ state: 'read', info: {} }])
  expect(await figures([ids, 'nothing'], 'mei')).toEqual(unseen)
})

test('a chart about a workflow that is gone has no trend', async () => {
  const project = projectId('NB-2064')
  const dataIds = [projectId('no workflow')]
  const { id } = await as('anna').post(dashboardWidgets, { project, typeName: 'workflow-chart', dataIds } as never)
  expect(await figures([id])).toEqual([{ id, state: 'read', readAt: expect.any(String) }])
})
