import { buildings } from '@lintel/contract/content/buildings'
import { checklistRuns } from '@lintel/contract/content/checklist-runs'
import { checklists } from '@lintel/contract/content/checklists'
import { documents } from '@lintel/contract/content/documents'
import { folders } from '@lintel/contract/content/folders'
import { groups } from '@lintel/contract/content/groups'
import { reportTemplates } from '@lintel/contract/content/report-templates'
import { topics } from '@lintel/contract/content/topics'
import { workflows } from '@lintel/contract/content/workflows'
import { projectMembers } from '@lintel/contract/people/members'
import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { projects } from '@lintel/contract/projects/projects'
import type { QueryKey } from '@tanstack/react-query'
import { keyOf } from '../../api/resource'
import { figuresKey } from './widget-figures'

const [widgetKey, statKey] = [keyOf(dashboardWidgets), keyOf(projectStats)]

/** Query keys that are refetched soon after a change of a type. Figures are refetched for visible widgets only. */
const refetchKeys: Readonly<Record<string, readonly QueryKey[]>> = {
  [dashboardWidgets.type]: [widgetKey, statKey],
  [projects.type]: [widgetKey, statKey, figuresKey],
  ...Object.fromEntries(
    [topics, workflows, checklists, checklistRuns, projectMembers, documents, buildings].map(({ type }) => [
      type,
      [figuresKey],
    ]),
  ),
}

/** Types that are counted in the sort criteria of cards. They require the projects of all cards, which costs more than a widget's figures. */
const orderingTypes = new Set<string>(
  [projectMembers, buildings, groups, documents, folders, reportTemplates, topics].map(({ type }) => type),
)

/** Changes within this time, in milliseconds, cause one refetch: of visible content, and of the sort criteria. */
const batchWindowMs = 500
const orderingBatchMs = 5_000

/** Boards that are open elsewhere refetch at the same time: their requests are spread over this time, in milliseconds. */
const quarterSpreadMs = 30_000

interface BoardRefetcher {
  /** Records of this type have changed. */
  onChange(type: string): void
  /** Events were missed. */
  onReload(): void
  /** A quarter of an hour has begun, with it possibly the day of a customer: figures count what happened today. */
  onQuarterHour(): void
}

/**
 * Refetches the queries of the board that a change affects. `refetch` refetches a key within the given milliseconds, once for all changes in
 * that time.
 */
export function boardRefetcher(refetch: (key: QueryKey, withinMs: number) => void): BoardRefetcher {
  const refetchAll = (keys: readonly QueryKey[]) => {
    for (const key of keys) refetch(key, batchWindowMs)
  }
  return {
    onChange(type) {
      refetchAll(refetchKeys[type] ?? [])
      if (orderingTypes.has(type)) refetch(statKey, orderingBatchMs)
    },
    onReload: () => refetchAll([widgetKey, statKey, figuresKey]),
    onQuarterHour: () => refetch(figuresKey, batchWindowMs + Math.random() * quarterSpreadMs),
  }
}
