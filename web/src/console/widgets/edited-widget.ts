import { defaultWidgetSize, type WidgetType } from '@lintel/contract/projects/dashboard-widgets'
import type { BoardWidget, Card } from './board'
import { isUnselected } from './setting-values'

/** The widget that is edited, one at a time: one that is stored, or a new one, which is not stored before OK. */
export type Edited = { widget: string } | { project: string; typeName: WidgetType }

/** Types of which something has to be chosen before they show anything: a new one opens with its settings. */
export const isChosenFirst = (typeName: WidgetType): boolean => typeName === 'checklists' || typeName === 'image'

/** The id of a widget that is not stored. */
export const newWidgetId = 'new'

/** A widget that is added to a card: the last one, in the size of its type. */
export const newWidget = (project: string, typeName: WidgetType, order: number): BoardWidget => ({
  ...{ id: newWidgetId, version: 0, project, typeName, order, size: defaultWidgetSize(typeName) },
  ...{ dataIds: null, image: null },
})

/** What is edited: what somebody chose, or else a table of checklists in which nothing is selected. */
export function editedIn(cards: readonly Card[], chosen: Edited | undefined): Edited | undefined {
  if (chosen) return chosen
  const unselected = cards.flatMap(({ widgets }) => widgets).find(isUnselected)
  return unselected && { widget: unselected.id }
}

/** Cancel deletes a widget in which nothing was ever selected; any other stays as it is. */
export const isDeletedOnCancel = (widget: BoardWidget): boolean => widget.id !== newWidgetId && isUnselected(widget)
