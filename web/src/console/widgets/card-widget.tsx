import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BoardWidget, Card } from './board'
import { newWidgetId } from './edited-widget'
import { type WidgetActions, WidgetBox } from './widget-box'
import { WidgetContent } from './widget-content'
import { figuresOfWidget, type ShownFigures, shownFigures } from './widget-figures'
import { WidgetSettings } from './widget-settings'

interface CardWidgetProps {
  widget: BoardWidget
  customer: string
  place: number
  count: number
  /** Why its card is not among the customer's any more, where it is not. */
  absence: Card['absence']
  isEdited: boolean
  /** Somebody else has deleted it while it was edited. */
  isGone: boolean
  /** Undefined where it is only read. */
  actions: WidgetActions | undefined
  onSaved(set: ChangeSet): void
  /** The settings are left by Cancel, or by OK with nothing changed. */
  onLeave(isCancelled: boolean): void
}

/** A widget of a card: what it shows, or its settings. */
export function CardWidget({ widget, customer, absence, isEdited, isGone, onSaved, onLeave, ...box }: CardWidgetProps) {
  const isShown = widget.id !== newWidgetId && !isGone && absence === undefined
  const { data: read, error } = useQuery({
    ...figuresOfWidget(widget),
    select: shownFigures,
    enabled: isShown,
    // Moved or set otherwise, it shows what it showed until the new numbers are there: it stays drawn, and whoever reads it goes on.
    placeholderData: keepPreviousData,
  })
  const figures: ShownFigures | undefined = absence === undefined || absence === 'unclear' ? read : { state: absence }
  const settings = isEdited ? <WidgetSettings {...{ widget, customer, isGone, onSaved, onLeave }} /> : undefined
  return (
    <WidgetBox widget={widget} settings={settings} subject={figures?.subject} {...box}>
      <WidgetContent widget={widget} figures={figures} error={error} />
    </WidgetBox>
  )
}
