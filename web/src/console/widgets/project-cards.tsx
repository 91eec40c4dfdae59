import { startTransition, useEffect, useState } from 'react'
import { type Card, initialCardCount } from './board'
import { type CardActions, ProjectCard } from './project-card'
import { forgetPrefetchedFigures } from './widget-figures'

interface ProjectCardsProps {
  cards: readonly Card[]
  customer: string
  isPrinting: boolean
  /** The project whose card was added last. */
  added: string | undefined
  /** Undefined where the cards are read-only. */
  actions: CardActions | undefined
}

/** Delay in milliseconds before the placeholders of all other cards are rendered: the content of the first cards comes first. */
const placeholderDelayMs = 100

/** The cards of the board: the first ones immediately, the placeholders of all others a moment later. */
export function ProjectCards({ cards, added, ...rest }: ProjectCardsProps) {
  const [areAllRendered, setAllRendered] = useState(false)

  // Timer; also discards the prefetched figures, which have been used by then.
  useEffect(() => {
    forgetPrefetchedFigures()
    const timer = setTimeout(() => startTransition(() => setAllRendered(true)), placeholderDelayMs)
    return () => clearTimeout(timer)
  }, [])

  return cards
    .slice(0, areAllRendered || rest.isPrinting ? cards.length : initialCardCount)
    .map((card, at) => (
      <ProjectCard
        key={card.stat.id}
        {...rest}
        card={card}
        isInitiallyNear={at < initialCardCount}
        isAdded={card.stat.id === added}
      />
    ))
}
