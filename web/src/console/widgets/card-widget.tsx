import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BoardWidget, Card } from './board'
import { newWidgetId } from './edited-widget'
import { type WidgetActions, WidgetBox } from './widget-box'
import { WidgetContent } from './widget-content'
import { figuresOfWidget, type VisibleFigures, visibleFigures } from './widget-figures'
import { WidgetSettings } from './widget-settings'

interface CardWidgetProps {
  widget: BoardWidget
  customer: string
  place: number
  count: number
  /** Why its card is no longer among the customer's, if so. */
  absence: Card['absence']
  isEdited: boolean
  /** Its settings have opened without a request. */
  isAutomatic: boolean
  /** Somebody else deleted the widget while it was being edited. */
  isDeleted: boolean
  /** Undefined where it is read-only. */
  actions: WidgetActions | undefined
  onSaved(set: ChangeSet): void
  /** The settings are closed by Cancel, or by OK without changes. */
  onLeave(isCancelled: boolean): void
}

/** A widget of a card: its content or its settings. */
export function CardWidget({
  widget,
  customer,
  absence,
  isEdited,
  isAutomatic,
  isDeleted,
  onSaved,
  onLeave,
  ...box
}: CardWidgetProps) {
  const isShown = widget.id !== newWidgetId && !isDeleted && absence === undefined
  const { data: read, error } = useQuery({
    ...figuresOfWidget(widget),
    select: visibleFigures,
    enabled: isShown,
    // After a move or new settings, the old content stays mounted until the new figures arrive, so that screen readers continue.
    placeholderData: keepPreviousData,
  })
  const figures: VisibleFigures | undefined = absence === undefined || absence === 'unclear' ? read : { state: absence }
  const settings = isEdited ? (
    <WidgetSettings {...{ widget, customer, isDeleted, isAutomatic, onSaved, onLeave }} />
  ) : undefined
  return (
    <WidgetBox widget={widget} settings={settings} subject={figures?.subject} {...box}>
      <WidgetContent widget={widget} figures={figures} error={error} />
    </WidgetBox>
  )
}
