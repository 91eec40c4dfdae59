import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { readAgain } from '../../api/read-again'
import { readAt } from '../../api/read-at'
import { followCustomer } from '../../api/shared-live'
import type { BoardWidget, Card, CardStat } from './board'
import { cardStatsOf, widgetsOf } from './board-calls'
import { boardReadings } from './board-readings'
import { useStandingCards } from './use-standing-cards'

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
  const cards = useStandingCards(customer, known, widgets.data?.records ?? noWidgets)
  return {
    cards: widgets.data && stats.data && cards,
    error: widgets.error ?? stats.error,
  }
}

function useBoardEvents(customer: string): void {
  const queries = useQueryClient()
  const whenRead = useEffectEvent(() => readAt(queries, widgetsOf(customer).queryKey))

  // The server tells of changes by others: what is shown is read again.
  useEffect(() => {
    const readings = boardReadings((queryKey, withinMs) => readAgain(queries, queryKey, withinMs))
    return followCustomer({
      customer,
      readAt: whenRead(),
      onChange: ({ type }) => readings.onChange(type),
      onReload: readings.onReload,
    })
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
const noWidgets: readonly BoardWidget[] = []
