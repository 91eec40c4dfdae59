import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { followCustomer } from '../../api/live-connections'
import { readAt } from '../../api/read-at'
import { scheduleRefetch } from '../../api/schedule-refetch'
import { watchQuarterHours } from '../../ui/use-quarter-hour'
import type { BoardWidget, Card, CardStat } from './board'
import { cardStatsOf, widgetsOf } from './board-calls'
import { boardRefetcher } from './board-refetcher'
import { useRetainedCards } from './use-retained-cards'

interface Board {
  /** Undefined until everything is loaded. */
  cards: readonly Card[] | undefined
  error: Error | null
}

/** The cards of a customer; changes by others appear live. */
export function useBoard(customer: string): Board {
  useBoardEvents(customer)
  const widgets = useQuery(widgetsOf(customer))
  const stats = useQuery(cardStatsOf(customer))
  const known = useAllReadStats(stats.data?.records)
  const cards = useRetainedCards(customer, known, widgets.data?.records ?? noWidgets)
  return {
    cards: widgets.data && stats.data && cards,
    error: widgets.error ?? stats.error,
  }
}

function useBoardEvents(customer: string): void {
  const queries = useQueryClient()
  const readTime = useEffectEvent(() => readAt(queries, widgetsOf(customer).queryKey))

  // Subscribes to the server's events for changes by others, and to the clock for the end of the day.
  useEffect(() => {
    const refetcher = boardRefetcher((queryKey, withinMs) => scheduleRefetch(queries, queryKey, withinMs))
    const stopFollowing = followCustomer({
      customer,
      readAt: readTime(),
      onChange: ({ type }) => refetcher.onChange(type),
      onReload: refetcher.onReload,
    })
    const stopWatching = watchQuarterHours(refetcher.onQuarterHour)
    return () => {
      stopFollowing()
      stopWatching()
    }
  }, [customer, queries])
}

/** All project statistics loaded while the board is open: the card of a project that is deleted or moved remains, with a message. */
function useAllReadStats(read: readonly CardStat[] = none): readonly CardStat[] {
  const [known, setKnown] = useState({ read, all: read })
  if (known.read === read) return known.all
  const all = [...new Map([...known.all, ...read].map((stat) => [stat.id, stat])).values()]
  setKnown({ read, all })
  return all
}

const none: readonly CardStat[] = []
const noWidgets: readonly BoardWidget[] = []
