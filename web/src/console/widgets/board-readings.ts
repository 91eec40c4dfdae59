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

/** What is read again soon when a record of a type has changed. Figures are read again for the widgets in view alone. */
const readSoon: Readonly<Record<string, readonly QueryKey[]>> = {
  [dashboardWidgets.type]: [widgetKey, statKey],
  [projects.type]: [widgetKey, statKey, figuresKey],
  ...Object.fromEntries(
    [topics, workflows, checklists, checklistRuns, projectMembers, documents, buildings].map(({ type }) => [
      type,
      [figuresKey],
    ]),
  ),
}

/** What cards can be ordered by is counted of these: the projects of all cards are read again, which is more than a widget's figures. */
const ordering = new Set<string>(
  [projectMembers, buildings, groups, documents, folders, reportTemplates, topics].map(({ type }) => type),
)

/** Changes that come within so many milliseconds are read together: what is in view, and what cards are ordered by. */
const gatherMs = 500
const orderingMs = 5_000

interface BoardReadings {
  /** Records of this type have changed. */
  onChange(type: string): void
  /** Something was missed. */
  onReload(): void
}

/**
 * Reads of the board again what changes make another. `read` reads all under a key again within so many milliseconds, once for changes
 * that come together.
 */
export function boardReadings(read: (key: QueryKey, withinMs: number) => void): BoardReadings {
  const readAll = (keys: readonly QueryKey[]) => {
    for (const key of keys) read(key, gatherMs)
  }
  return {
    onChange(type) {
      readAll(readSoon[type] ?? [])
      if (ordering.has(type)) read(statKey, orderingMs)
    },
    onReload: () => readAll([widgetKey, statKey, figuresKey]),
  }
}
