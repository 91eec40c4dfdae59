import { type MouseEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type CellId, cellAt, type GridContext, positionOf } from './cell-id'
import { fillTarget } from './clipboard'
import { type CellPosition, type Range, type Selection, selectionAt, selectionTo } from './selection'
import { isSelected, type ResolvedSelection } from './selection-by-id'

interface PointerOptions {
  scroller: RefObject<HTMLDivElement | null>
  context: GridContext
  selection: ResolvedSelection | undefined
  onSelect(next: Selection): void
  /** A second press on the active cell. */
  onEdit(position: CellPosition): void
  /** A press on the link that opens the row's record. */
  onOpen(position: CellPosition): void
  onCheck(position: CellPosition, isRange: boolean): void
  isCheckbox(column: number): boolean
  /** A right click or long press on a cell. */
  onMenu(cell: CellId, anchorRect: DOMRect): void
  /** The fill handle was dragged. */
  onFill(source: Range, target: Range): void
}

/** Position of the cell that contains an element. */
function positionUnder(element: Element | null): CellPosition | undefined {
  const cell = element?.closest<HTMLElement>('[data-column]')
  const row = cell?.closest<HTMLElement>('[data-row]')
  if (!cell || !row) return undefined
  return { row: Number(row.dataset.row), column: Number(cell.dataset.column) }
}

/** A touch of this duration in ms that moves less than the tolerance in pixels is a long press. */
const longPressMs = 500
const longPressTolerance = 10

/** Distance to the edge, in pixels, within which a drag scrolls, and by how much with each move. */
const edge = 24
const scrollStep = 40

/**
 * Selection by pointer: a press selects a cell, Shift or a drag a range, a checkbox its row. Touch scrolls, so a tap
 * selects single cells, a second tap edits, and a long press opens the menu like a right click. The selection ends in a
 * handle that fills as far as it is dragged, and for touch begins with a grip that extends it.
 */
export function useGridPointer(options: PointerOptions) {
  const { scroller, context, selection, onSelect, onEdit, onCheck, isCheckbox } = options
  const drag = useRef<'select' | 'fill'>(undefined)
  /** The cell that the fill handle was dragged to. */
  const [filledTo, setFilledTo] = useState<CellId>()
  const longPress = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  /** After a long press, lifting the finger is no tap. */
  const hasLongPressed = useRef(false)
  const range = selection?.range
  const filledPosition = filledTo && positionOf(filledTo, context)
  const filling = range && filledPosition && fillTarget(range, filledPosition)

  function openMenu(cell: CellId | undefined, x: number, y: number) {
    const position = cell && positionOf(cell, context)
    if (!position || isCheckbox(position.column)) return
    // Within the selection, the menu applies to all selected cells.
    if (!selection || !isSelected(selection, position)) onSelect(selectionAt(position))
    options.onMenu(cell, new DOMRect(x, y, 0, 0))
  }

  /** The latest `openMenu`, so that a long press uses the grid as it is when it fires. */
  const latest = useRef(openMenu)
  useLayoutEffect(() => {
    latest.current = openMenu
  })

  function cancelLongPress() {
    clearTimeout(longPress.current?.timer)
    longPress.current = undefined
  }

  /** Not every browser fires contextmenu on a long press. */
  function startLongPress({ target, clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
    const position = positionUnder(target as Element)
    const cell = position && cellAt(position, context)
    cancelLongPress()
    hasLongPressed.current = false
    if (!cell) return
    const open = () => {
      hasLongPressed.current = true
      latest.current(cell, x, y)
    }
    longPress.current = { timer: setTimeout(open, longPressMs), x, y }
  }

  function finish(isDone: boolean) {
    if (isDone && range && filling && drag.current === 'fill') options.onFill(range, filling)
    drag.current = undefined
    setFilledTo(undefined)
  }

  /** The cell under the pointer; scrolls near the edge. */
  function dragTarget(event: PointerEvent<HTMLElement>, box: HTMLElement): CellPosition | undefined {
    const { left, right, top, bottom } = box.getBoundingClientRect()
    box.scrollBy(
      event.clientX > right - edge ? scrollStep : event.clientX < left + edge ? -scrollStep : 0,
      event.clientY > bottom - edge ? scrollStep : event.clientY < top + edge ? -scrollStep : 0,
    )
    const position = positionUnder(document.elementFromPoint(event.clientX, event.clientY))
    return position && !isCheckbox(position.column) ? position : undefined
  }

  return {
    /** The cells that the dragged fill handle would fill. */
    filling,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const element = event.target as Element
        const handle = element.closest<HTMLElement>('[data-handle]')?.dataset.handle
        if (event.pointerType === 'touch' && handle === undefined) return startLongPress(event)
        if (event.button !== 0) return
        if (handle === 'fill') {
          drag.current = 'fill'
          return
        }
        if (handle === 'take' && range) {
          drag.current = 'select'
          // The other end stays.
          const { top, left, bottom, right } = range
          return onSelect(selectionTo(selectionAt({ row: bottom, column: right }), { row: top, column: left }))
        }
        const position = positionUnder(element)
        if (!position || isCheckbox(position.column)) return
        const isExtended = event.shiftKey && selection && selection.active.row >= 0
        onSelect(isExtended ? selectionTo(selection, position) : selectionAt(position))
        drag.current = 'select'
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (
          longPress.current &&
          Math.hypot(event.clientX - longPress.current.x, event.clientY - longPress.current.y) > longPressTolerance
        )
          cancelLongPress()
        if (event.buttons !== 1 && drag.current) finish(false)
        if (!drag.current || !scroller.current) return
        const position = dragTarget(event, scroller.current)
        if (!position) return
        const end = selection?.end
        if (drag.current === 'select' && position.row === end?.row && position.column === end.column) return
        // Captured only when dragging, since clicks of a captured pointer do not report the cell under it.
        event.currentTarget.setPointerCapture(event.pointerId)
        if (drag.current === 'fill') setFilledTo(cellAt(position, context))
        else onSelect(selection ? selectionTo(selection, position) : selectionAt(position))
      },
      onPointerUp() {
        cancelLongPress()
        finish(true)
      },
      onPointerCancel() {
        cancelLongPress()
        finish(false)
      },
      onContextMenu(event: MouseEvent<HTMLElement>) {
        const position = positionUnder(event.target as Element)
        if (!position) return
        event.preventDefault()
        cancelLongPress()
        openMenu(cellAt(position, context), event.clientX, event.clientY)
      },
      onClick(event: MouseEvent<HTMLElement>) {
        const position = positionUnder(event.target as Element)
        if (!position) return
        if (isCheckbox(position.column)) return onCheck(position, event.shiftKey)
        if ((event.target as Element).closest('[data-opens]') && !event.shiftKey && !hasLongPressed.current)
          return options.onOpen(position)
        // A tap has selected no cell on pointerdown.
        const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch'
        if (!isTouch || hasLongPressed.current) return
        const active = selection?.active
        if (position.row === active?.row && position.column === active.column) onEdit(position)
        else onSelect(selectionAt(position))
      },
      onDoubleClick(event: MouseEvent<HTMLElement>) {
        const position = positionUnder(event.target as Element)
        const isLink = (event.target as Element).closest('[data-opens]')
        if (position && !isLink && !isCheckbox(position.column)) onEdit(position)
      },
    },
  }
}
