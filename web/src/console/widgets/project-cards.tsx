import { startTransition, useEffect, useState } from 'react'
import { type Card, openingCards } from './board'
import { type CardActions, ProjectCard } from './project-card'
import { forgetEarlyFigures } from './widget-figures'

interface ProjectCardsProps {
  cards: readonly Card[]
  customer: string
  isPrinting: boolean
  /** The project whose card was added last. */
  added: string | undefined
  /** Undefined where they are only read. */
  actions: CardActions | undefined
}

/** So long after the cards that the board opens with, in milliseconds, come the places of all others: what those show is drawn first. */
const restMs = 100

/** The cards of the board: those that it opens with at once, the places of all others a moment later. */
export function ProjectCards({ cards, added, ...rest }: ProjectCardsProps) {
  const [isWhole, setWhole] = useState(false)

  // A clock; and the answer that was asked for early has served.
  useEffect(() => {
    forgetEarlyFigures()
    const timer = setTimeout(() => startTransition(() => setWhole(true)), restMs)
    return () => clearTimeout(timer)
  }, [])

  return cards
    .slice(0, isWhole || rest.isPrinting ? cards.length : openingCards)
    .map((card, at) => (
      <ProjectCard
        key={card.stat.id}
        {...rest}
        card={card}
        startsNear={at < openingCards}
        isAdded={card.stat.id === added}
      />
    ))
}
