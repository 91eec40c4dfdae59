import type { Person } from '@lintel/contract/people/permissions'
import { type WidgetFigures, widgetTrendDays } from '@lintel/contract/projects/dashboard-figures'
import type { ProjectStat } from '@lintel/contract/projects/project-stats'
import { checklistStatusesAmong, workflowStatusesIn } from '../../content/statuses.store'
import { trendsOf } from '../../content/topic-trends.store'
import { instantOf } from '../../platform/clock'
import type { Database } from '../../platform/database'
import { grouped } from '../../platform/rows'
import { amongVisible as statsAmong } from '../project-stats/project-stats.store'
import { type WidgetStanding, widgetStandings } from './dashboard-figures.store'

/**
 * The figures of widgets of any projects, by a fixed number of statements. What the person does not see is alike whether it is
 * another customer's or nobody's.
 */
export async function figuresOf(
  db: Database,
  { actor, now }: { actor: Person; now: number },
  ids: readonly string[],
): Promise<WidgetFigures[]> {
  const readAt = instantOf(now)
  const standings = new Map((await widgetStandings(db, actor, ids)).map((one) => [one.id, one]))
  const show = await figuresBehind(
    db,
    actor,
    [...standings.values()].filter(({ state }) => state === 'read'),
  )
  return [...new Set(ids)].map((id) => {
    const standing = standings.get(id.toLowerCase())
    if (!standing) return { id, state: 'moved', readAt }
    return { id, state: standing.state, readAt, ...(standing.state === 'read' && show(standing)) }
  })
}

type Shown = Partial<Omit<WidgetFigures, 'id' | 'state' | 'readAt'>>

/** Reads what widgets show together, and gives what each of them does. */
async function figuresBehind(
  db: Database,
  actor: Person,
  widgets: readonly WidgetStanding[],
): Promise<(widget: WidgetStanding) => Shown> {
  const of = (...types: readonly WidgetStanding['typeName'][]) =>
    widgets.filter(({ typeName }) => types.includes(typeName))
  const projectsOf = (some: readonly WidgetStanding[]) => [...new Set(some.map(({ project }) => project))]
  const informed = projectsOf(of('generic-info'))
  const working = projectsOf(of('workflows', 'workflow-chart'))
  const selected = of('checklists').flatMap(({ dataIds }) => dataIds)
  const stats = new Map((informed.length > 0 ? await statsAmong(db, actor, informed) : []).map((one) => [one.id, one]))
  const checklists = selected.length > 0 ? await checklistStatusesAmong(db, actor, selected) : []
  const workflows = grouped(
    working.length > 0 ? await workflowStatusesIn(db, actor, working) : [],
    ({ project }) => project,
  )
  const subjectOf = ({ project, dataIds }: WidgetStanding) =>
    workflows.get(project)?.find(({ id }) => dataIds.includes(id))
  // A workflow that is gone has no trend; nobody asked for that of all others.
  const charts = of('workflow-chart').filter((chart) => chart.dataIds.length === 0 || subjectOf(chart))
  const trends = await trendsOf(db, {
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
    const theirs = workflows.get(project) ?? []
    if (typeName === 'workflows')
      return { workflows: theirs.filter((one) => dataIds.length === 0 || dataIds.includes(one.id)) }
    if (typeName === 'image') return {}
    const subject = subjectOf(widget)?.workflowName
    return { ...(subject !== undefined && { subject }), trend: trendOfChart.get(id) }
  }
}

function infoOf(stat: ProjectStat | undefined): Shown {
  if (!stat) return {}
  const { createdAt, numUsers, numActualTopics, numOpenTopics, numChecklists, numDocuments, numBuildings } = stat
  return {
    info: { createdAt, numUsers, numActualTopics, numOpenTopics, numChecklists, numDocuments, numBuildings },
  }
}
