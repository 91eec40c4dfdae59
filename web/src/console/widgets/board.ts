import type { DashboardWidget } from '@lintel/contract/projects/dashboard-widgets'
import type { ProjectStat } from '@lintel/contract/projects/project-stats'
import { comparerOf } from '../../ui/compare-texts'
import { searchableText, textMatcher } from '../../ui/search-text'

/** Sort criteria of the cards, in the order of the select (admin-console chapter 2). */
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

/** The statistics of a project that the board uses. */
export type CardStat = Pick<ProjectStat, 'id' | 'name' | 'deletedAt'> & Pick<ProjectStat, CardOrder>

/** The fields of a widget that the board uses. */
export const widgetFields = [
  'project',
  'typeName',
  'order',
  'size',
  'dataIds',
  'image',
] as const satisfies (keyof DashboardWidget)[]

/** A widget with the fields that the board uses. */
export type BoardWidget = Pick<DashboardWidget, 'id' | 'version' | (typeof widgetFields)[number]>

/** A project with its widgets, in order. */
export interface Card {
  stat: CardStat
  widgets: readonly BoardWidget[]
  /** Set when the project is no longer among the customer's cards: it was moved or purged, or the reason is not known yet. */
  absence?: 'unclear' | 'moved' | 'deleted'
}

/** Sort order of the cards: by name, ascending, by default (admin-console chapter 9). */
export interface BoardOrder {
  propertyName: CardOrder
  ascending: boolean
}
export const defaultOrder: BoardOrder = { propertyName: 'name', ascending: true }

/** Number of cards that are rendered first: about one screen. */
export const initialCardCount = 4

/** The cards of the projects that have widgets. Widgets of unknown projects have no card. */
export function cardsOf(stats: readonly CardStat[], widgets: readonly BoardWidget[]): Card[] {
  const ofProject = new Map<string, BoardWidget[]>()
  for (const widget of widgets) ofProject.set(widget.project, [...(ofProject.get(widget.project) ?? []), widget])
  return stats.flatMap((stat) => {
    const own = ofProject.get(stat.id)
    return own ? [{ stat, widgets: own.toSorted((one, other) => one.order - other.order) }] : []
  })
}

/** The current cards, and previous ones that are missing now, for a reason that is not known yet. */
export const withMissingCards = (before: readonly Card[], now: readonly Card[]): Card[] => {
  const read = new Set(now.map(({ stat }) => stat.id))
  const missing = before.filter(({ stat }) => !read.has(stat.id))
  return [...now, ...missing.map((card): Card => ({ absence: 'unclear', ...card }))]
}

/**
 * The cards after the projects of missing ones were looked up. A project that still belongs to the customer has lost its widgets and so its
 * card; any other card remains, marked as moved or deleted.
 */
export function resolveAbsences(
  cards: readonly Card[],
  belongsToCustomer: ReadonlyMap<string, boolean>,
): readonly Card[] {
  if (belongsToCustomer.size === 0) return cards
  return cards.flatMap((card): Card[] => {
    const answer = card.absence === 'unclear' ? belongsToCustomer.get(card.stat.id) : undefined
    if (answer === undefined) return [card]
    return answer ? [] : [{ ...card, absence: card.stat.deletedAt === null ? 'moved' : 'deleted' }]
  })
}

/** The cards in the chosen order; equal ones by name, so that the order is stable. */
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

/** The cards whose project name contains every word of the search, and that of the project `kept`. */
export function findCards(cards: readonly Card[], search: string, kept?: string): Card[] {
  const isFound = textMatcher(search)
  return cards.filter(({ stat }) => stat.id === kept || isFound(searchableText(stat.name)))
}

/** The index of a widget after a step to one side: it swaps places with its neighbour, and stays at the ends. */
export const neighbourIndex = (at: number, count: number, side: 'left' | 'right'): number =>
  Math.max(0, Math.min(count - 1, at + (side === 'left' ? -1 : 1)))

/** The list with one element moved. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

/** A card with its widgets in the order of these ids; widgets without one come last. */
export const withWidgetOrder = ({ stat, widgets }: Card, order: readonly string[]): Card => {
  const positionOf = ({ id }: BoardWidget) => (order.includes(id) ? order.indexOf(id) : order.length)
  return { stat, widgets: widgets.toSorted((one, other) => positionOf(one) - positionOf(other)) }
}
