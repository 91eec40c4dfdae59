import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { type BoardWidget, type Card, type CardStat, cardsOf, clarified, remembered } from './board'
import { isStillOf } from './board-calls'

/** What was read last, and the cards that the board has by it. */
interface Standing {
  stats: readonly CardStat[]
  widgets: readonly BoardWidget[]
  cards: readonly Card[]
}

/**
 * The cards of these projects and widgets. While the board is open the card of a project that another customer has by now stands, and
 * says so; one whose widgets were deleted goes as soon as it is known that the project is still this customer's.
 */
export function useStandingCards(
  customer: string,
  stats: readonly CardStat[],
  widgets: readonly BoardWidget[],
): readonly Card[] {
  const [standing, setStanding] = useState<Standing>({ stats, widgets, cards: cardsOf(stats, widgets) })
  const isRead = standing.stats !== stats || standing.widgets !== widgets
  const cards = isRead ? remembered(standing.cards, cardsOf(stats, widgets)) : standing.cards
  const unclear = cards.filter(({ absence }) => absence === 'unclear').map(({ stat }) => stat.id)
  const answers = useQueries({ queries: unclear.map((project) => isStillOf(customer, project)) })
  const known = unclear.flatMap((project, at) => {
    const isStillOurs = answers[at]?.data
    return isStillOurs === undefined ? [] : [[project, isStillOurs] as const]
  })
  const clear = clarified(cards, new Map(known))
  if (isRead || clear !== cards) setStanding({ stats, widgets, cards: clear })
  return clear
}
