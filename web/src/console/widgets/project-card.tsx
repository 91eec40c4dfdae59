import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type WidgetType, widgetTypes } from '@lintel/contract/projects/dashboard-widgets'
import { useLayoutEffect, useRef, useState } from 'react'
import { widgetTypeWords } from '../../shell/content/widget-types'
import { ProjectAnchor } from '../../shell/project-anchor'
import { Button } from '../../ui/button'
import { Drawing } from '../../ui/drawing'
import { Menu } from '../../ui/menu'
import { useNearScreen } from '../../ui/use-near-screen'
import { type BoardWidget, besideOf, type Card } from './board'
import { CardAge } from './card-age'
import { CardWidget } from './card-widget'
import { type Edited, isDeletedOnCancel, isEditedIn, newWidget, newWidgetId } from './edited-widget'
import { focusCard } from './focus-card'
import styles from './project-card.module.css'
import { useDrawn } from './use-drawn'
import { rowsOf } from './widget-layout'

/** The place of a widget after a move, from its place before and how many there are. */
type PlaceFor = (at: number, count: number) => number

/** What can be done with a card while the board is edited. */
export interface CardActions {
  edited: Edited | undefined
  /** What was chosen in the settings of another one is left first. */
  onEdit(widget: string): void
  /** The settings are left. */
  onLeave(): void
  onAdd(project: string, typeName: WidgetType): void
  /** `placeFor` says where it is to stand, from where it stands by then. */
  onMove(card: Card, widget: string, placeFor: PlaceFor): void
  onDelete(card: Card, widget: string): void
  onDeleteCard(card: Card): void
  onSaved(set: ChangeSet, typeName: WidgetType): void
}

interface ProjectCardProps {
  card: Card
  customer: string
  /** It is one of those that the board opens with. */
  startsNear: boolean
  /** The whole board is drawn, wherever the screen is. */
  isPrinting: boolean
  /** It was added a moment ago, and is brought into view. */
  isAdded: boolean
  /** Undefined where it is only read. */
  actions: CardActions | undefined
}

/** So far from the screen, in pixels, a card is read and drawn. */
const margin = 400
/** A row of widgets and the gap between two of them, in pixels, as in the style sheet. */
const rowHeight = 192
const gap = 8

/** How high the widgets of a card are together, in pixels, while they are not drawn. */
const heightOf = (widgets: readonly BoardWidget[]): number =>
  Math.max(0, rowsOf(widgets.map(({ size }) => size)) * (rowHeight + gap) - gap)

/** A project's card: its name, how old its numbers are, and its widgets, once it comes into view. */
export function ProjectCard({ card, customer, startsNear, isPrinting, isAdded, actions: given }: ProjectCardProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { ref, isNear } = useNearScreen<HTMLElement>(margin, startsNear)
  const [dragged, setDragged] = useState<string>()
  const [moved, setMoved] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const { stat, absence } = card
  const { name } = stat
  // Nothing of a card can be changed whose project is not the customer's any more.
  const actions = absence === undefined ? given : undefined
  const { edited } = actions ?? {}
  const hasNew = edited !== undefined && 'project' in edited && edited.project === stat.id
  const stored = hasNew ? [...card.widgets, newWidget(stat.id, edited.typeName, card.widgets.length)] : card.widgets
  const editedId = hasNew ? newWidgetId : edited && 'widget' in edited ? edited.widget : undefined
  // Deleted by somebody else while its settings are open: what was typed there stays until they are left.
  const [opened, setOpened] = useState<BoardWidget>()
  const found = stored.find(({ id }) => id === editedId)
  if (found && found !== opened && !hasNew) setOpened(found)
  const lost = !found && opened && opened.id === editedId ? opened : undefined
  const widgets = lost ? stored.toSpliced(lost.order, 0, lost) : stored
  const isDrawn = useDrawn(isNear || isPrinting, isEditedIn({ stat, widgets }, edited))
  const place = widgets.findIndex(({ id }) => id === moved) + 1
  const count = widgets.length
  const order = widgets.map(({ id }) => id).join()

  // Where the card has its place may be far from where it was added. Whoever is still there goes on with the card.
  useLayoutEffect(() => {
    if (!isAdded || !ref.current) return
    ref.current.scrollIntoView({ block: 'nearest' })
    if (document.activeElement?.matches('[data-add-card]')) focusCard(ref.current)
  }, [isAdded, ref])

  // The browser takes the focus from what changes its place in the document.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each new order
  useLayoutEffect(() => {
    if (moved === undefined || document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[data-widget="${moved}"] [draggable]`)?.focus()
  }, [order])

  function move(at: number, placeFor: PlaceFor) {
    const widget = widgets[at]
    if (!widget || placeFor(at, count) === at) return
    setMoved(widget.id)
    actions?.onMove(card, widget.id, placeFor)
  }

  return (
    <article ref={ref} className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          <ProjectAnchor projectUri={`/project-${stat.id}/`} className={undefined}>
            {name}
          </ProjectAnchor>
        </h2>
        {isDrawn && absence === undefined && <CardAge widgets={card.widgets} />}
        {actions && (
          <span className={styles.actions}>
            <Menu
              label={t`Add a widget to ${name}`}
              drawing="add"
              items={widgetTypes.map((typeName) => ({
                key: typeName,
                words: i18n._(widgetTypeWords[typeName]),
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
              <Drawing name="trash" />
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
      <ul ref={list} className={styles.widgets} style={isDrawn ? undefined : { height: heightOf(widgets) }}>
        {isDrawn &&
          widgets.map((widget, at) => (
            <CardWidget
              key={hasNew && widget.id === newWidgetId ? `${newWidgetId} ${edited.count}` : widget.id}
              {...{ widget, customer, count, absence }}
              place={at + 1}
              isEdited={widget.id === editedId}
              isGone={widget === lost}
              onSaved={(set) => actions?.onSaved(set, widget.typeName)}
              onLeave={(isCancelled) => {
                actions?.onLeave()
                if (isCancelled && isDeletedOnCancel(widget)) actions?.onDelete(card, widget.id)
              }}
              actions={
                actions && {
                  onMove: (side) => move(at, (from, among) => besideOf(from, among, side)),
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
