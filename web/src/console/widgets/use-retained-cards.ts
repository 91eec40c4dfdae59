import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { type BoardWidget, type Card, type CardStat, cardsOf, resolveAbsences, withMissingCards } from './board'
import { isProjectOfCustomer } from './board-calls'

/** The last loaded data, and the cards derived from them. */
interface RetainedCards {
  stats: readonly CardStat[]
  widgets: readonly BoardWidget[]
  cards: readonly Card[]
}

/**
 * The cards of these projects and widgets. While the board is open, the card of a project that has moved to another customer remains, with a
 * message; a card whose widgets were deleted disappears once the project is known to still belong to the customer.
 */
export function useRetainedCards(
  customer: string,
  stats: readonly CardStat[],
  widgets: readonly BoardWidget[],
): readonly Card[] {
  const [retained, setRetained] = useState<RetainedCards>({ stats, widgets, cards: cardsOf(stats, widgets) })
  const isLoaded = retained.stats !== stats || retained.widgets !== widgets
  const cards = isLoaded ? withMissingCards(retained.cards, cardsOf(stats, widgets)) : retained.cards
  const missing = cards.filter(({ absence }) => absence === 'unclear').map(({ stat }) => stat.id)
  const answers = useQueries({ queries: missing.map((project) => isProjectOfCustomer(customer, project)) })
  const known = missing.flatMap((project, at) => {
    const belongsToCustomer = answers[at]?.data
    return belongsToCustomer === undefined ? [] : [[project, belongsToCustomer] as const]
  })
  const resolved = resolveAbsences(cards, new Map(known))
  if (isLoaded || resolved !== cards) setRetained({ stats, widgets, cards: resolved })
  return resolved
}
