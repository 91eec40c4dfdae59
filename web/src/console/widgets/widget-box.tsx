import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { type DragEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { widgetTypeLabels } from '../../shell/content/widget-types'
import { Button } from '../../ui/button'
import { ConsoleIcon, type ConsoleIconName } from '../../ui/console-icon'
import type { BoardWidget } from './board'
import styles from './widget-box.module.css'

/** Actions on a widget in edit mode. */
export interface WidgetActions {
  onMove(side: 'left' | 'right'): void
  onEdit(): void
  onDelete(): void
  /** The widget was picked up or released, or another one was dropped on it. */
  onDrag(isDragged: boolean): void
  onDrop(): void
}

interface WidgetBoxProps {
  widget: Pick<BoardWidget, 'id' | 'typeName' | 'size'>
  /** The subject, beside the name of the type. */
  subject?: ReactNode
  /** Position among the widgets of the card, from 1, and their number. */
  place: number
  count: number
  /** Undefined where it is read-only. */
  actions: WidgetActions | undefined
  /** The settings on the back, while they are edited. */
  settings: ReactNode
  children: ReactNode
}

/** An image dropped on a field of the settings belongs to that field. */
const isOnField = ({ target }: DragEvent): boolean => target instanceof HTMLInputElement

/** A widget in its slot: its content or, turned over, its settings. Both faces have the same size. */
export function WidgetBox({ widget, subject, place, count, actions, settings, children }: WidgetBoxProps) {
  const { i18n } = useLingui()
  const name = i18n._(widgetTypeLabels[widget.typeName])
  const [width, height] = widget.size
  const isTurned = settings !== undefined
  const box = useRef<HTMLLIElement>(null)
  const wasTurned = useRef(isTurned)
  // No turning animation for a widget that just scrolled into view.
  const [hasTurned, setTurned] = useState(isTurned)
  if (isTurned && !hasTurned) setTurned(true)

  // The focused settings are turned away: return the focus to the button that opened them, unless it has moved elsewhere.
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
  const button = (label: string, icon: ConsoleIconName, onClick: () => void, isDisabled = false) => (
    <Button
      data-edit={icon === 'edit' || undefined}
      size="small"
      kind="quiet"
      aria-label={label}
      title={label}
      // `aria-disabled` keeps the focus on the button at the end of the row.
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onClick()}
    >
      <ConsoleIcon name={icon} size={16} />
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
    <div className={styles.handles}>
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
        <ConsoleIcon name="grip" size={16} />
      </button>
      {button(t`Move ${name} to the left`, 'left', () => actions.onMove('left'), place === 1)}
      {button(t`Move ${name} to the right`, 'right', () => actions.onMove('right'), place === count)}
      {button(t`Edit ${name}`, 'edit', actions.onEdit)}
      {button(t`Delete ${name}`, 'trash', actions.onDelete)}
    </div>
  )
}
