import { buildings } from '@lintel/contract/content/buildings'
import { checklistRuns } from '@lintel/contract/content/checklist-runs'
import { checklists } from '@lintel/contract/content/checklists'
import { documents } from '@lintel/contract/content/documents'
import { topics } from '@lintel/contract/content/topics'
import { workflows } from '@lintel/contract/content/workflows'
import { projectMembers } from '@lintel/contract/people/members'
import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { projects } from '@lintel/contract/projects/projects'
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { readAt } from '../../api/read-at'
import { keyOf } from '../../api/resource'
import { followCustomer } from '../../api/shared-live'
import { type Card, type CardStat, cardsOf } from './board'
import { cardStatsOf, widgetsOf } from './board-calls'
import { figuresKey } from './widget-figures'

interface Board {
  /** Undefined until all was read once. */
  cards: readonly Card[] | undefined
  error: Error | null
}

/** The cards of a customer; what somebody else changes appears as it happens. */
export function useBoard(customer: string): Board {
  useBoardEvents(customer)
  const widgets = useQuery(widgetsOf(customer))
  const stats = useQuery(cardStatsOf(customer))
  const known = useKnown(stats.data?.records)
  return {
    cards: widgets.data && stats.data && cardsOf(known, widgets.data.records),
    error: widgets.error ?? stats.error,
  }
}

const [widgetKey, statKey] = [keyOf(dashboardWidgets), keyOf(projectStats)]

/** What is read again when a record of a type has changed. Figures are read again for the widgets in view alone. */
const readAgainFor: Readonly<Record<string, readonly QueryKey[]>> = {
  [dashboardWidgets.type]: [widgetKey, statKey],
  [projects.type]: [widgetKey, statKey, figuresKey],
  ...Object.fromEntries(
    [topics, workflows, checklists, checklistRuns, projectMembers, documents, buildings].map(({ type }) => [
      type,
      [figuresKey],
    ]),
  ),
}

/** Changes that come within so many milliseconds are read together. */
const gatherMs = 500

function useBoardEvents(customer: string): void {
  const queries = useQueryClient()
  const whenRead = useEffectEvent(() => readAt(queries, widgetsOf(customer).queryKey))

  // The server tells of changes by others: what is shown is read again.
  useEffect(() => {
    const gathered = new Set<QueryKey>()
    let timer: ReturnType<typeof setTimeout> | undefined
    function readAgain(keys: readonly QueryKey[]) {
      for (const key of keys) gathered.add(key)
      if (keys.length > 0 && timer === undefined) timer = setTimeout(read, gatherMs)
    }
    function read() {
      timer = undefined
      for (const queryKey of gathered) void queries.invalidateQueries({ queryKey })
      gathered.clear()
    }
    const stop = followCustomer({
      customer,
      readAt: whenRead(),
      onChange: ({ type }) => readAgain(readAgainFor[type] ?? []),
      onReload: () => readAgain([widgetKey, statKey, figuresKey]),
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [customer, queries])
}

/** All projects that were read here: the card of one that is deleted or moved meanwhile stands, and says so. */
function useKnown(read: readonly CardStat[] = none): readonly CardStat[] {
  const [known, setKnown] = useState({ read, all: read })
  if (known.read === read) return known.all
  const all = [...new Map([...known.all, ...read].map((stat) => [stat.id, stat])).values()]
  setKnown({ read, all })
  return all
}

const none: readonly CardStat[] = []
