import { defaultWidgetSize, type WidgetType } from '@lintel/contract/projects/dashboard-widgets'
import type { BoardWidget, Card } from './board'

/**
 * The widget being edited, one at a time: a stored one, or a new one, which is not stored before OK. New ones are counted, so that each has
 * its own settings form. `isAutomatic`: its settings have opened without a request.
 */
export type EditedWidget =
  | { widget: string; isAutomatic?: true }
  | { project: string; typeName: WidgetType; count: number }

/** Starts editing a new widget instead of the previous one. */
export const editNewWidget = (
  project: string,
  typeName: WidgetType,
  before: EditedWidget | undefined,
): EditedWidget => ({
  ...{ project, typeName },
  count: before && 'project' in before ? before.count + 1 : 1,
})

/** Whether widgets of this type show nothing until something is selected: new ones open with their settings. */
export const requiresSelection = (typeName: WidgetType): boolean => typeName === 'checklists' || typeName === 'image'

/** The id of a widget that is not stored. */
export const newWidgetId = 'new'

/** A new widget at the end of a card, in the default size of its type. */
export const newWidget = (project: string, typeName: WidgetType, order: number): BoardWidget => ({
  ...{ id: newWidgetId, version: 0, project, typeName, order, size: defaultWidgetSize(typeName) },
  ...{ dataIds: null, image: null },
})

/** The widgets of a new card: the project information. A project that already has widgets keeps them. */
export const newCard = (project: string, widgets: readonly BoardWidget[]): readonly BoardWidget[] =>
  widgets.length > 0 ? widgets : [newWidget(project, 'generic-info', 0)]

/** Whether the edited widget is on this card. */
export const isEditedOnCard = ({ stat, widgets }: Card, edited: EditedWidget | undefined): boolean =>
  edited !== undefined &&
  ('project' in edited ? edited.project === stat.id : widgets.some(({ id }) => id === edited.widget))

/**
 * The cards including the one with the edited widget, even if somebody else has deleted all its widgets: unsaved settings are kept until the
 * form is left.
 */
export function withEditedCard(cards: readonly Card[], edited: Card | undefined): readonly Card[] {
  const now = cards.find(({ stat }) => stat.id === edited?.stat.id)
  if (!edited || (now && now.absence !== 'unclear')) return cards
  return [...cards.filter((card) => card !== now), { stat: edited.stat, widgets: [] }]
}
