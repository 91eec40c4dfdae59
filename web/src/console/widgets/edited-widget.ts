import { defaultWidgetSize, type WidgetType } from '@lintel/contract/projects/dashboard-widgets'
import type { BoardWidget, Card } from './board'
import { isUnselected } from './setting-values'

/**
 * The widget that is edited, one at a time: one that is stored, or a new one, which is not stored before OK. New ones are counted: each
 * has settings of its own.
 */
export type Edited = { widget: string } | { project: string; typeName: WidgetType; count: number }

/** A new widget that is edited from now on, in place of what was edited before. */
export const editedNew = (project: string, typeName: WidgetType, before: Edited | undefined): Edited => ({
  ...{ project, typeName },
  count: before && 'project' in before ? before.count + 1 : 1,
})

/** Types of which something has to be chosen before they show anything: a new one opens with its settings. */
export const isChosenFirst = (typeName: WidgetType): boolean => typeName === 'checklists' || typeName === 'image'

/** The id of a widget that is not stored. */
export const newWidgetId = 'new'

/** A widget that is added to a card: the last one, in the size of its type. */
export const newWidget = (project: string, typeName: WidgetType, order: number): BoardWidget => ({
  ...{ id: newWidgetId, version: 0, project, typeName, order, size: defaultWidgetSize(typeName) },
  ...{ dataIds: null, image: null },
})

/** The widgets of a card that is added: the information about its project. A project that has widgets has its card, and keeps them. */
export const newCard = (project: string, widgets: readonly BoardWidget[]): readonly BoardWidget[] =>
  widgets.length > 0 ? widgets : [newWidget(project, 'generic-info', 0)]

/** What is edited: what somebody chose, or else a table of checklists in which nothing is selected. */
export function editedIn(cards: readonly Card[], chosen: Edited | undefined): Edited | undefined {
  if (chosen) return chosen
  const unselected = cards.flatMap(({ widgets }) => widgets).find(isUnselected)
  return unselected && { widget: unselected.id }
}

/** Whether the widget that is edited is one of this card. */
export const isEditedIn = ({ stat, widgets }: Card, edited: Edited | undefined): boolean =>
  edited !== undefined &&
  ('project' in edited ? edited.project === stat.id : widgets.some(({ id }) => id === edited.widget))

/**
 * The cards, and among them the one whose widget is edited, also when somebody else has deleted all its widgets meanwhile: what was
 * chosen there stays until it is left.
 */
export function withEditedCard(cards: readonly Card[], edited: Card | undefined): readonly Card[] {
  const now = cards.find(({ stat }) => stat.id === edited?.stat.id)
  if (!edited || (now && now.absence !== 'unclear')) return cards
  return [...cards.filter((card) => card !== now), { stat: edited.stat, widgets: [] }]
}

/** Cancel deletes a widget in which nothing was ever selected; any other stays as it is. */
export const isDeletedOnCancel = (widget: BoardWidget): boolean => widget.id !== newWidgetId && isUnselected(widget)
