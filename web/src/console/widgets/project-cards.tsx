import { useDeferredValue } from 'react'
import { type Card, openingCards } from './board'
import { type CardActions, ProjectCard } from './project-card'

interface ProjectCardsProps {
  cards: readonly Card[]
  customer: string
  isPrinting: boolean
  /** The project whose card was added last. */
  added: string | undefined
  /** Undefined where they are only read. */
  actions: CardActions | undefined
}

/** The cards of the board: those that it opens with at once, the places of all others as soon as there is time. */
export function ProjectCards({ cards, added, ...rest }: ProjectCardsProps) {
  const isWhole = useDeferredValue(true, false)
  return cards
    .slice(0, isWhole ? cards.length : openingCards)
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
