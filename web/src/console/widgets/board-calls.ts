import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { queryOptions } from '@tanstack/react-query'
import { failedWith } from '../../api/failure'
import { all, one } from '../../api/resource'
import { applyWithRetry, assertApplied } from '../../shell/change-sets/apply-immediately'
import type { ChangeSetRequest } from '../../shell/change-sets/change-set-calls'
import { type BoardWidget, cardOrders, widgetFields } from './board'
import { newWidgetId } from './edited-widget'

/** The list requests of the board, which are also prefetched (`prefetch-board`). */
export const boardRequests = (customer: string) => ({
  widgets: { filter: { customer }, fields: { [dashboardWidgets.type]: [...widgetFields] } },
  stats: { filter: { customer, hasWidgets: true }, fields: { [projectStats.type]: [...cardOrders, 'deletedAt'] } },
})

/** Query for the widgets of all projects of a customer. */
export const widgetsOf = (customer: string) => all(dashboardWidgets, boardRequests(customer).widgets)

/** Query for the statistics of the projects that have a card. */
export const cardStatsOf = (customer: string) => all(projectStats, boardRequests(customer).stats)

/** Query whether a project still belongs to the customer. Never cached. Fails like `send`. */
export const isProjectOfCustomer = (customer: string, project: string) =>
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

/** Query for the projects and libraries without widgets, by name: a card can be added for them. */
export const projectsWithoutCard = (customer: string) =>
  all(projectStats, {
    filter: { customer, hasWidgets: false, isInactive: false },
    fields: { [projectStats.type]: ['name', 'isLibrary'] },
    sort: ['name'],
  })

/** Saves of the board are queued: each starts from the result of the previous one. */
export const boardQueue = 'dashboard'

/** The widgets of a project, in order. */
export const widgetsInProject = (widgets: readonly BoardWidget[], project: string): BoardWidget[] =>
  widgets.filter((widget) => widget.project === project).toSorted((one, other) => one.order - other.order)

/** Ids and versions of the widgets of a card. */
export const versionsOf = (widgets: readonly BoardWidget[]) => widgets.map(({ id, version }) => ({ id, version }))

/** The widgets of a card before and after a change, in order. */
interface CardWrite {
  project: string
  widgets: readonly BoardWidget[]
  requested: readonly BoardWidget[]
}

/** The change set that replaces the widgets of a card if they are unchanged since they were loaded. */
export function cardRequest(customer: string, { project, widgets, requested }: CardWrite): ChangeSetRequest {
  const input = {
    project,
    widgets: requested.map(({ id, typeName, size, dataIds, image }) => ({
      ...(id !== newWidgetId && { id }),
      ...{ typeName, size, dataIds, image },
    })),
    expected: versionsOf(widgets),
  }
  return { kind: 'dashboard-widgets', customer, input }
}

/** Applies such a change set. Fails like `send`. */
export const writeCard = async (customer: string, write: CardWrite): Promise<ChangeSet> =>
  assertApplied(await applyWithRetry(cardRequest(customer, write)))
