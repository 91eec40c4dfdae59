import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { type DragEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { widgetTypeWords } from '../../shell/content/widget-types'
import { Button } from '../../ui/button'
import { Drawing, type DrawingName } from '../../ui/drawing'
import type { BoardWidget } from './board'
import styles from './widget-box.module.css'

/** What can be done with a widget while the board is edited. */
export interface WidgetActions {
  onMove(side: 'left' | 'right'): void
  onEdit(): void
  onDelete(): void
  /** It was picked up, let go of, or another one was dropped on it. */
  onDrag(isDragged: boolean): void
  onDrop(): void
}

interface WidgetBoxProps {
  widget: Pick<BoardWidget, 'id' | 'typeName' | 'size'>
  /** What it is about, beside the name of its type. */
  subject?: ReactNode
  /** The place of the widget among its neighbours, from 1, and how many they are. */
  place: number
  count: number
  /** Undefined where it is only read. */
  actions: WidgetActions | undefined
  /** The other face: its settings, while they are edited. */
  settings: ReactNode
  children: ReactNode
}

/** What is dropped on a field of the settings belongs to the field: an image that is chosen by drag. */
const isOnField = ({ target }: DragEvent): boolean => target instanceof HTMLInputElement

/** A widget in its place: its face, or, turned over, its settings. Both are as large as each other. */
export function WidgetBox({ widget, subject, place, count, actions, settings, children }: WidgetBoxProps) {
  const { i18n } = useLingui()
  const name = i18n._(widgetTypeWords[widget.typeName])
  const [width, height] = widget.size
  const isTurned = settings !== undefined
  const box = useRef<HTMLLIElement>(null)
  const wasTurned = useRef(isTurned)
  // A face that only comes into view does not turn: it stands there.
  const [hasTurned, setTurned] = useState(isTurned)
  if (isTurned && !hasTurned) setTurned(true)

  // The settings that had the focus are turned away: the keyboard goes on where they were opened, unless it has gone on elsewhere.
  useLayoutEffect(() => {
    const isLeft = wasTurned.current && !isTurned && document.activeElement === document.body
    if (isLeft) box.current?.querySelector<HTMLElement>('[data-edit]')?.focus()
    wasTurned.current = isTurned
  }, [isTurned])

  return (
    <li
      ref={box}
      data-widget={widget.id}
      className={styles.box}
      data-wide={width > 1 || undefined}
      data-high={height > 1 || undefined}
      data-turns={hasTurned || undefined}
      onDragOver={(event) => actions && !isOnField(event) && event.preventDefault()}
      onDrop={(event) => {
        if (isOnField(event)) return
        event.preventDefault()
        actions?.onDrop()
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div
        role="group"
        key={isTurned ? 'settings' : 'face'}
        className={styles.face}
        data-turned={isTurned || undefined}
        aria-label={name}
      >
        {isTurned ? (
          settings
        ) : (
          <>
            <div className={styles.head}>
              <h3 className={styles.name}>{name}</h3>
              {subject !== undefined && <span className={styles.subject}>{subject}</span>}
              {actions && <Handles {...{ name, place, count, actions }} />}
            </div>
            {children}
          </>
        )}
      </div>
    </li>
  )
}

function Handles({
  name,
  place,
  count,
  actions,
}: {
  name: string
  place: number
  count: number
  actions: WidgetActions
}) {
  const { t } = useMacro()
  const button = (label: string, drawing: DrawingName, onClick: () => void, isDisabled = false) => (
    <Button
      data-edit={drawing === 'edit' || undefined}
      size="small"
      kind="quiet"
      aria-label={label}
      title={label}
      // Stays where the focus is at the end of the row: nothing happens there, and nothing is lost.
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onClick()}
    >
      <Drawing name={drawing} size={16} />
    </Button>
  )
  function onKeyDown(event: KeyboardEvent) {
    const side = { ArrowLeft: 'left', ArrowRight: 'right' }[event.key] as 'left' | 'right' | undefined
    if (!side) return
    event.preventDefault()
    actions.onMove(side)
  }
  function onDragStart(event: DragEvent<HTMLElement>) {
    const box = event.currentTarget.closest('li')
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', name)
    if (box) event.dataTransfer.setDragImage(box, box.clientWidth - 16, 16)
    actions.onDrag(true)
  }
  return (
    <div className={styles.handles} role="toolbar" aria-label={name}>
      <button
        type="button"
        className={styles.handle}
        draggable
        aria-label={t`Move ${name}: drag, or press an arrow key`}
        title={t`Move ${name}: drag, or press an arrow key`}
        onKeyDown={onKeyDown}
        onDragStart={onDragStart}
        onDragEnd={() => actions.onDrag(false)}
      >
        <Drawing name="grip" size={16} />
      </button>
      {button(t`Move ${name} to the left`, 'left', () => actions.onMove('left'), place === 1)}
      {button(t`Move ${name} to the right`, 'right', () => actions.onMove('right'), place === count)}
      {button(t`Edit ${name}`, 'edit', actions.onEdit)}
      {button(t`Delete ${name}`, 'trash', actions.onDelete)}
    </div>
  )
}
