import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type WidgetType, widgetTypes } from '@lintel/contract/projects/dashboard-widgets'
import { useLayoutEffect, useRef, useState } from 'react'
import { widgetTypeLabels } from '../../shell/content/widget-types'
import { ProjectAnchor } from '../../shell/project-anchor'
import { Button } from '../../ui/button'
import { ConsoleIcon } from '../../ui/console-icon'
import { Menu } from '../../ui/menu'
import { useNearViewport } from '../../ui/use-near-viewport'
import { AbsenceError } from './absence-error'
import { type BoardWidget, type Card, neighbourIndex } from './board'
import { CardAge } from './card-age'
import { CardWidget } from './card-widget'
import { type EditedWidget, isEditedOnCard, newWidget, newWidgetId } from './edited-widget'
import { focusCard } from './focus-card'
import styles from './project-card.module.css'
import { useIsRendered } from './use-is-rendered'
import { rowsOf } from './widget-layout'

/** The new index of a widget, from its old index and the number of widgets. */
type IndexFor = (at: number, count: number) => number

/** Actions on a card in edit mode. */
export interface CardActions {
  edited: EditedWidget | undefined
  /** Ids of the checklist tables without a selection: Cancel deletes them. */
  unselected: readonly string[]
  /** Unsaved settings of another widget have to be left first. */
  onEdit(widget: string): void
  /** The settings are closed. */
  onLeave(): void
  onAdd(project: string, typeName: WidgetType): void
  /** `indexFor` returns the target index from the index at the time of saving. */
  onMove(card: Card, widget: string, indexFor: IndexFor): void
  onDelete(card: Card, widget: string): void
  onDeleteCard(card: Card): void
  onSaved(set: ChangeSet, typeName: WidgetType): void
}

interface ProjectCardProps {
  card: Card
  customer: string
  /** The card is among the first that the board renders. */
  isInitiallyNear: boolean
  /** The whole board is rendered, for printing. */
  isPrinting: boolean
  /** The card was just added and is scrolled into view. */
  isAdded: boolean
  /** Undefined where it is read-only. */
  actions: CardActions | undefined
}

/** Distance from the viewport, in pixels, at which a card is loaded and rendered. */
const margin = 400
/** Height of a row of widgets and gap between two widgets in pixels, as in the style sheet. */
const rowHeight = 192
const gap = 8

/** Estimated height in pixels of a card's widgets that are not rendered. */
const heightOf = (widgets: readonly BoardWidget[]): number =>
  Math.max(0, rowsOf(widgets.map(({ size }) => size)) * (rowHeight + gap) - gap)

/** A project's card: name, age of the figures and, once it is near the viewport, its widgets. */
export function ProjectCard({
  card,
  customer,
  isInitiallyNear,
  isPrinting,
  isAdded,
  actions: editActions,
}: ProjectCardProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { ref, isNear } = useNearViewport<HTMLElement>(margin, isInitiallyNear)
  const [dragged, setDragged] = useState<string>()
  const [moved, setMoved] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const { stat, absence } = card
  const { name } = stat
  // A card whose project no longer belongs to the customer is read-only.
  const actions = absence === undefined ? editActions : undefined
  const { edited } = actions ?? {}
  const hasNew = edited !== undefined && 'project' in edited && edited.project === stat.id
  const stored = hasNew ? [...card.widgets, newWidget(stat.id, edited.typeName, card.widgets.length)] : card.widgets
  const editedId = hasNew ? newWidgetId : edited && 'widget' in edited ? edited.widget : undefined
  // If somebody else deletes the widget while its settings are open, unsaved values are kept until they are left.
  const [opened, setOpened] = useState<BoardWidget>()
  const editedWidget = stored.find(({ id }) => id === editedId)
  if (editedWidget && editedWidget !== opened && !hasNew) setOpened(editedWidget)
  const deletedWidget = !editedWidget && opened && opened.id === editedId ? opened : undefined
  const widgets = deletedWidget ? stored.toSpliced(deletedWidget.order, 0, deletedWidget) : stored
  const isEdited = isEditedOnCard({ stat, widgets }, edited)
  const isRendered = useIsRendered(isNear || isPrinting, isEdited)
  const isAutomatic = isEdited && edited !== undefined && 'widget' in edited && edited.isAutomatic === true
  const place = widgets.findIndex(({ id }) => id === moved) + 1
  const count = widgets.length
  const order = widgets.map(({ id }) => id).join()

  // The card may be sorted far from where it was added. Focus follows unless the user has moved on.
  useLayoutEffect(() => {
    if (!isAdded || !ref.current) return
    ref.current.scrollIntoView({ block: 'nearest' })
    if (document.activeElement?.matches('[data-add-card]')) focusCard(ref.current)
  }, [isAdded, ref])

  // Moving an element in the document makes the browser drop its focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new order
  useLayoutEffect(() => {
    if (moved === undefined || document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[data-widget="${moved}"] [draggable]`)?.focus()
  }, [order])

  function move(at: number, indexFor: IndexFor) {
    const widget = widgets[at]
    if (!widget || indexFor(at, count) === at) return
    setMoved(widget.id)
    actions?.onMove(card, widget.id, indexFor)
  }

  return (
    <article ref={ref} className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          <ProjectAnchor projectUri={`/project-${stat.id}/`} className={undefined}>
            {name}
          </ProjectAnchor>
        </h2>
        {isRendered && (absence === undefined || absence === 'unclear') && <CardAge widgets={card.widgets} />}
        {actions && (
          <span className={styles.actions}>
            <Menu
              label={t`Add a widget to ${name}`}
              icon="add"
              items={widgetTypes.map((typeName) => ({
                key: typeName,
                label: i18n._(widgetTypeLabels[typeName]),
                onChoose: () => actions.onAdd(stat.id, typeName),
              }))}
            />
            <Button
              size="small"
              kind="quiet"
              aria-label={t`Delete the card of ${name}`}
              title={t`Delete the card of ${name}`}
              onClick={() => actions.onDeleteCard({ stat, widgets })}
            >
              <ConsoleIcon name="trash" />
            </Button>
          </span>
        )}
      </div>
      {actions && (
        <p role="status" className="said-only">
          {place > 0 && (
            <Trans>
              Place {place} of {count}
            </Trans>
          )}
        </p>
      )}
      {actions && (
        <p role="status" className="said-only">
          {isRendered && isAutomatic && <Trans>No checklists are selected.</Trans>}
        </p>
      )}
      {absence === 'unclear' && <AbsenceError customer={customer} project={stat.id} />}
      <ul ref={list} className={styles.widgets} style={isRendered ? undefined : { height: heightOf(widgets) }}>
        {isRendered &&
          widgets.map((widget, at) => (
            <CardWidget
              key={hasNew && widget.id === newWidgetId ? `${newWidgetId} ${edited.count}` : widget.id}
              {...{ widget, customer, count, absence, isAutomatic }}
              place={at + 1}
              isEdited={widget.id === editedId}
              isDeleted={widget === deletedWidget}
              onSaved={(set) => actions?.onSaved(set, widget.typeName)}
              onLeave={(isCancelled) => {
                actions?.onLeave()
                if (isCancelled && actions?.unselected.includes(widget.id)) actions.onDelete(card, widget.id)
              }}
              actions={
                actions && {
                  onMove: (side) => move(at, (from, among) => neighbourIndex(from, among, side)),
                  onEdit: () => actions.onEdit(widget.id),
                  onDelete: () => actions.onDelete(card, widget.id),
                  onDrag: (isDragged) => setDragged(isDragged ? widget.id : undefined),
                  onDrop: () => {
                    const from = widgets.findIndex(({ id }) => id === dragged)
                    setDragged(undefined)
                    if (from >= 0) move(from, () => at)
                  },
                }
              }
            />
          ))}
      </ul>
    </article>
  )
}
