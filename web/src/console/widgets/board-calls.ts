import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { queryOptions } from '@tanstack/react-query'
import { failedWith } from '../../api/failure'
import { all, one } from '../../api/resource'
import { applyAtOnce, mustBeApplied } from '../../shell/change-sets/apply-at-once'
import { type BoardWidget, cardOrders, widgetFields } from './board'
import { newWidgetId } from './edited-widget'

/** What the board asks first, which is asked for early as well (`early-board`). */
export const boardRequests = (customer: string) => ({
  widgets: { filter: { customer }, fields: { [dashboardWidgets.type]: [...widgetFields] } },
  stats: { filter: { customer, hasWidgets: true }, fields: { [projectStats.type]: [...cardOrders, 'deletedAt'] } },
})

/** The widgets of a customer, of all its projects. */
export const widgetsOf = (customer: string) => all(dashboardWidgets, boardRequests(customer).widgets)

/** What the board knows of the projects that have a card. */
export const cardStatsOf = (customer: string) => all(projectStats, boardRequests(customer).stats)

/** Whether a project is still one of the customer's. What was answered before says nothing of now. Fails like `send`. */
export const isStillOf = (customer: string, project: string) =>
  queryOptions({
    queryKey: ['is-still-of', customer, project],
    async queryFn({ client }): Promise<boolean> {
      try {
        const { record } = await client.fetchQuery({ ...one(projectStats, project), staleTime: 0 })
        return record.customer === customer
      } catch (error) {
        if (failedWith(error, 'notFound')) return false
        throw error
      }
    },
    staleTime: 0,
    gcTime: 0,
  })

/** The projects and libraries that a card can be added for: those without widgets, by name. */
export const projectsWithoutCard = (customer: string) =>
  all(projectStats, {
    filter: { customer, hasWidgets: false, isInactive: false },
    fields: { [projectStats.type]: ['name', 'isLibrary'] },
    sort: ['name'],
  })

/** Saves of the board are one after the other: each begins with what the one before it left. */
export const boardQueue = 'dashboard'

/** The widgets of a project, in their order. */
export const widgetsInProject = (widgets: readonly BoardWidget[], project: string): BoardWidget[] =>
  widgets.filter((widget) => widget.project === project).toSorted((one, other) => one.order - other.order)

/** Which widgets a card has, and in which versions. */
export const versionsOf = (widgets: readonly BoardWidget[]) => widgets.map(({ id, version }) => ({ id, version }))

/** The widgets of a card as they were seen, and as they are to be, in their order. */
interface CardWrite {
  project: string
  widgets: readonly BoardWidget[]
  wanted: readonly BoardWidget[]
}

/** Makes the widgets of a card these, on condition that they are as they were seen. Fails like `send`. */
export async function writeCard(customer: string, { project, widgets, wanted }: CardWrite): Promise<ChangeSet> {
  const input = {
    project,
    widgets: wanted.map(({ id, typeName, size, dataIds, image }) => ({
      ...(id !== newWidgetId && { id }),
      ...{ typeName, size, dataIds, image },
    })),
    expected: versionsOf(widgets),
  }
  return mustBeApplied(await applyAtOnce({ kind: 'dashboard-widgets', customer, input }))
}
