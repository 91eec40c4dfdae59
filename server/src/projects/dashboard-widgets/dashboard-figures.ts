import type { Person } from '@lintel/contract/people/permissions'
import { type WidgetFigures, widgetTrendDays } from '@lintel/contract/projects/dashboard-figures'
import type { ProjectStat } from '@lintel/contract/projects/project-stats'
import { findChecklistStatuses, findWorkflowStatuses } from '../../content/statuses.store'
import { readTrends } from '../../content/topic-trends.store'
import { instantOf } from '../../platform/clock'
import type { Database } from '../../platform/database'
import { groupBy } from '../../platform/rows'
import { findVisibleByIds as statsAmong } from '../project-stats/project-stats.store'
import { findWidgetContexts, type WidgetContext } from './dashboard-figures.store'

/**
 * Reads the figures of widgets of any projects with a fixed number of statements. The response does not reveal whether an invisible widget
 * exists.
 */
export async function readWidgetFigures(
  db: Database,
  { actor, now }: { actor: Person; now: number },
  ids: readonly string[],
): Promise<WidgetFigures[]> {
  const readAt = instantOf(now)
  const contexts = new Map((await findWidgetContexts(db, actor, ids)).map((one) => [one.id, one]))
  const figuresFor = await loadFigures(
    db,
    actor,
    [...contexts.values()].filter(({ state }) => state === 'read'),
  )
  return [...new Set(ids)].map((id) => {
    const context = contexts.get(id.toLowerCase())
    if (!context) return { id, state: 'moved', readAt }
    return { id, state: context.state, readAt, ...(context.state === 'read' && figuresFor(context)) }
  })
}

type Figures = Partial<Omit<WidgetFigures, 'id' | 'state' | 'readAt'>>

/** Loads the data of all widgets together; returns a function that gives the figures of one widget. */
async function loadFigures(
  db: Database,
  actor: Person,
  widgets: readonly WidgetContext[],
): Promise<(widget: WidgetContext) => Figures> {
  const of = (...types: readonly WidgetContext['typeName'][]) =>
    widgets.filter(({ typeName }) => types.includes(typeName))
  const projectsOf = (some: readonly WidgetContext[]) => [...new Set(some.map(({ project }) => project))]
  const infoProjects = projectsOf(of('generic-info'))
  const workflowProjects = projectsOf(of('workflows', 'workflow-chart'))
  const checklistIds = of('checklists').flatMap(({ dataIds }) => dataIds)
  const stats = new Map(
    (infoProjects.length > 0 ? await statsAmong(db, actor, infoProjects) : []).map((one) => [one.id, one]),
  )
  const checklists = checklistIds.length > 0 ? await findChecklistStatuses(db, actor, checklistIds) : []
  const workflows = groupBy(
    workflowProjects.length > 0 ? await findWorkflowStatuses(db, actor, workflowProjects) : [],
    ({ project }) => project,
  )
  const subjectOf = ({ project, dataIds }: WidgetContext) =>
    workflows.get(project)?.find(({ id }) => dataIds.includes(id))
  // A chart of a deleted workflow has no trend, and must not fall back to the trend of all workflows.
  const charts = of('workflow-chart').filter((chart) => chart.dataIds.length === 0 || subjectOf(chart))
  const trends = await readTrends(db, {
    days: widgetTrendDays,
    isDeleted: false,
    of: charts.map((chart) => ({ project: chart.project, workflow: subjectOf(chart)?.id ?? null })),
  })
  const trendOfChart = new Map(charts.map(({ id }, at) => [id, trends[at]]))
  return (widget) => {
    const { id, project, typeName, dataIds } = widget
    if (typeName === 'generic-info') return infoOf(stats.get(project))
    if (typeName === 'checklists')
      return { checklists: checklists.filter((one) => one.project === project && dataIds.includes(one.id)) }
    const ofProject = workflows.get(project) ?? []
    if (typeName === 'workflows')
      return { workflows: ofProject.filter((one) => dataIds.length === 0 || dataIds.includes(one.id)) }
    if (typeName === 'image') return {}
    const subject = subjectOf(widget)?.workflowName
    return { ...(subject !== undefined && { subject }), trend: trendOfChart.get(id) }
  }
}

function infoOf(stat: ProjectStat | undefined): Figures {
  if (!stat) return {}
  const { createdAt, numUsers, numActualTopics, numOpenTopics, numChecklists, numDocuments, numBuildings } = stat
  return {
    info: { createdAt, numUsers, numActualTopics, numOpenTopics, numChecklists, numDocuments, numBuildings },
  }
}
