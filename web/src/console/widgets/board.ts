import type { DashboardWidget } from '@lintel/contract/projects/dashboard-widgets'
import type { ProjectStat } from '@lintel/contract/projects/project-stats'
import { comparerOf } from '../../ui/compare-texts'
import { finds, searchable } from '../../ui/search-text'

/** What cards are ordered by, in the order of the select (admin-console chapter 2). */
export const cardOrders = [
  'name',
  'createdAt',
  'numUsers',
  'numBuildings',
  'numGroups',
  'numDocuments',
  'numFolders',
  'numTemplates',
  'numActualTopics',
] as const satisfies (keyof ProjectStat)[]
export type CardOrder = (typeof cardOrders)[number]

/** What the board needs to know of a project. */
export type CardStat = Pick<ProjectStat, 'id' | 'name' | 'deletedAt'> & Pick<ProjectStat, CardOrder>

/** What the board needs to know of a widget. */
export const widgetFields = [
  'project',
  'typeName',
  'order',
  'size',
  'dataIds',
  'image',
] as const satisfies (keyof DashboardWidget)[]

/** A widget, as far as the board knows it. */
export type BoardWidget = Pick<DashboardWidget, 'id' | 'version' | (typeof widgetFields)[number]>

/** A project with its widgets, in their order. */
export interface Card {
  stat: CardStat
  widgets: readonly BoardWidget[]
  /** That it is not among the cards of the customer any more: its project has left the customer or was purged, or it is not clear yet. */
  absence?: 'unclear' | 'moved' | 'deleted'
}

/** The order of the cards: by name, ascending, unless another was chosen (admin-console chapter 9). */
export interface BoardOrder {
  propertyName: CardOrder
  ascending: boolean
}
export const defaultOrder: BoardOrder = { propertyName: 'name', ascending: true }

/** So many cards are drawn first when the board opens: about a screenful. */
export const openingCards = 4

/** The projects that have widgets. A widget whose project is not among the projects has no card. */
export function cardsOf(stats: readonly CardStat[], widgets: readonly BoardWidget[]): Card[] {
  const ofProject = new Map<string, BoardWidget[]>()
  for (const widget of widgets) ofProject.set(widget.project, [...(ofProject.get(widget.project) ?? []), widget])
  return stats.flatMap((stat) => {
    const own = ofProject.get(stat.id)
    return own ? [{ stat, widgets: own.toSorted((one, other) => one.order - other.order) }] : []
  })
}

/** The cards as they are read now, and those that were there before: why they are missing is not clear yet. */
export const remembered = (before: readonly Card[], now: readonly Card[]): Card[] => {
  const read = new Set(now.map(({ stat }) => stat.id))
  const missing = before.filter(({ stat }) => !read.has(stat.id))
  return [...now, ...missing.map((card): Card => ({ absence: 'unclear', ...card }))]
}

/**
 * The cards after it was asked whether the projects of unclear ones are still the customer's, where it was answered: without its widgets
 * such a project has no card; the card of any other stands, and says so.
 */
export function clarified(cards: readonly Card[], isStillOurs: ReadonlyMap<string, boolean>): readonly Card[] {
  if (isStillOurs.size === 0) return cards
  return cards.flatMap((card): Card[] => {
    const answer = card.absence === 'unclear' ? isStillOurs.get(card.stat.id) : undefined
    if (answer === undefined) return [card]
    return answer ? [] : [{ ...card, absence: card.stat.deletedAt === null ? 'moved' : 'deleted' }]
  })
}

/** The cards in the order that was chosen; alike ones by name, so that nothing jumps. */
export function orderCards(cards: readonly Card[], { propertyName, ascending }: BoardOrder, locale: string): Card[] {
  const compare = comparerOf(locale)
  const byName = (one: Card, other: Card) => compare(one.stat.name, other.stat.name)
  const direction = ascending ? 1 : -1
  return cards.toSorted((one, other) => {
    const [a, b] = [one.stat[propertyName], other.stat[propertyName]]
    const compared = typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b))
    return compared === 0 ? byName(one, other) : compared * direction
  })
}

/** The cards whose project's name has every word of the search. */
export function findCards(cards: readonly Card[], search: string): Card[] {
  const isFound = finds(search)
  return cards.filter(({ stat }) => isFound(searchable(stat.name)))
}

/** Where a widget stands after a step to one side: it changes places with its neighbour, and stays at the end. */
export const besideOf = (at: number, count: number, side: 'left' | 'right'): number =>
  Math.max(0, Math.min(count - 1, at + (side === 'left' ? -1 : 1)))

/** The list with one of its members somewhere else. */
export function movedTo<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

/** A card with its widgets in the order of these ids; one that is not among them stands last. */
export const inOrder = ({ stat, widgets }: Card, order: readonly string[]): Card => {
  const placeOf = ({ id }: BoardWidget) => (order.includes(id) ? order.indexOf(id) : order.length)
  return { stat, widgets: widgets.toSorted((one, other) => placeOf(one) - placeOf(other)) }
}
