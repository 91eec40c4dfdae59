import { type MouseEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type CellId, cellAt, type Ground, placeOf } from './cell-id'
import { fillTarget } from './clipboard'
import { isSelected, type StandingSelection } from './held-selection'
import { type Place, type Range, type Selection, selectionAt, selectionTo } from './selection'

interface PointerTerms {
  scroller: RefObject<HTMLDivElement | null>
  ground: Ground
  selection: StandingSelection | undefined
  onSelect(next: Selection): void
  /** A second press on the cell where one is. */
  onEdit(place: Place): void
  /** A press on what opens the record of a row. */
  onOpen(place: Place): void
  onCheck(place: Place, isRange: boolean): void
  isCheckbox(column: number): boolean
  /** The second button, or a finger that rests, on a cell. */
  onMenu(cell: CellId, beside: DOMRect): void
  /** The handle of the range was pulled this far. */
  onFill(source: Range, target: Range): void
}

/** Where the cell that an element belongs to stands. */
function placeUnder(element: Element | null): Place | undefined {
  const cell = element?.closest<HTMLElement>('[data-column]')
  const row = cell?.closest<HTMLElement>('[data-row]')
  if (!cell || !row) return undefined
  return { row: Number(row.dataset.row), column: Number(cell.dataset.column) }
}

/** A finger that rests so long, in ms, and moves no further than this, in pixels, asks for the menu. */
const restMs = 500
const stillPixels = 10

/** How near to the edge, in pixels, a pull scrolls on, and how far with each move. */
const edge = 24
const stride = 40

/**
 * Selecting by pointer: a press takes a cell, Shift and a pull take a range, a checkbox takes its row. A finger scrolls,
 * so it takes single cells; its second tap edits, and where it rests the menu opens, as for a mouse's second button. What
 * is taken ends in a handle that fills as far as it is pulled, and for a finger begins with a grip that takes more cells.
 */
export function useGridPointer(terms: PointerTerms) {
  const { scroller, ground, selection, onSelect, onEdit, onCheck, isCheckbox } = terms
  const pull = useRef<'select' | 'fill'>(undefined)
  /** The cell that the handle was pulled to. */
  const [filledTo, setFilledTo] = useState<CellId>()
  const rest = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  /** The finger has its menu: that it goes up is no tap. */
  const hasRested = useRef(false)
  const range = selection?.range
  const filledPlace = filledTo && placeOf(filledTo, ground)
  const filling = range && filledPlace && fillTarget(range, filledPlace)

  function openMenu(cell: CellId | undefined, x: number, y: number) {
    const place = cell && placeOf(cell, ground)
    if (!place || isCheckbox(place.column)) return
    // In the selected cells it is about all of them.
    if (!selection || !isSelected(selection, place)) onSelect(selectionAt(place))
    terms.onMenu(cell, new DOMRect(x, y, 0, 0))
  }

  /** What a finger that rests opens: with the grid as it stands when it has rested. */
  const latest = useRef(openMenu)
  useLayoutEffect(() => {
    latest.current = openMenu
  })

  function cancelLongPress() {
    clearTimeout(rest.current?.timer)
    rest.current = undefined
  }

  /** Not every browser tells of a finger that rests. */
  function beginRest({ target, clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
    const place = placeUnder(target as Element)
    const cell = place && cellAt(place, ground)
    cancelLongPress()
    hasRested.current = false
    if (!cell) return
    const open = () => {
      hasRested.current = true
      latest.current(cell, x, y)
    }
    rest.current = { timer: setTimeout(open, restMs), x, y }
  }

  function finish(isDone: boolean) {
    if (isDone && range && filling && pull.current === 'fill') terms.onFill(range, filling)
    pull.current = undefined
    setFilledTo(undefined)
  }

  /** The cell under the pointer; near the edge the grid scrolls on. */
  function pulledTo(event: PointerEvent<HTMLElement>, box: HTMLElement): Place | undefined {
    const { left, right, top, bottom } = box.getBoundingClientRect()
    box.scrollBy(
      event.clientX > right - edge ? stride : event.clientX < left + edge ? -stride : 0,
      event.clientY > bottom - edge ? stride : event.clientY < top + edge ? -stride : 0,
    )
    const place = placeUnder(document.elementFromPoint(event.clientX, event.clientY))
    return place && !isCheckbox(place.column) ? place : undefined
  }

  return {
    /** The cells that a pull of the handle would fill, while it is pulled. */
    filling,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const element = event.target as Element
        const handle = element.closest<HTMLElement>('[data-handle]')?.dataset.handle
        if (event.pointerType === 'touch' && handle === undefined) return beginRest(event)
        if (event.button !== 0) return
        if (handle === 'fill') {
          pull.current = 'fill'
          return
        }
        if (handle === 'take' && range) {
          pull.current = 'select'
          // The other end stays where it is.
          const { top, left, bottom, right } = range
          return onSelect(selectionTo(selectionAt({ row: bottom, column: right }), { row: top, column: left }))
        }
        const place = placeUnder(element)
        if (!place || isCheckbox(place.column)) return
        const isExtended = event.shiftKey && selection && selection.active.row >= 0
        onSelect(isExtended ? selectionTo(selection, place) : selectionAt(place))
        pull.current = 'select'
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (rest.current && Math.hypot(event.clientX - rest.current.x, event.clientY - rest.current.y) > stillPixels)
          cancelLongPress()
        if (event.buttons !== 1 && pull.current) finish(false)
        if (!pull.current || !scroller.current) return
        const place = pulledTo(event, scroller.current)
        if (!place) return
        const end = selection?.end
        if (pull.current === 'select' && place.row === end?.row && place.column === end.column) return
        // Captured only now: the clicks of a captured pointer would no longer tell on which cell they fell.
        event.currentTarget.setPointerCapture(event.pointerId)
        if (pull.current === 'fill') setFilledTo(cellAt(place, ground))
        else onSelect(selection ? selectionTo(selection, place) : selectionAt(place))
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
        const place = placeUnder(event.target as Element)
        if (!place) return
        event.preventDefault()
        cancelLongPress()
        openMenu(cellAt(place, ground), event.clientX, event.clientY)
      },
      onClick(event: MouseEvent<HTMLElement>) {
        const place = placeUnder(event.target as Element)
        if (!place) return
        if (isCheckbox(place.column)) return onCheck(place, event.shiftKey)
        if ((event.target as Element).closest('[data-opens]') && !event.shiftKey && !hasRested.current)
          return terms.onOpen(place)
        // A click of a finger brings no pressed cell before it.
        const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch'
        if (!isTouch || hasRested.current) return
        const active = selection?.active
        if (place.row === active?.row && place.column === active.column) onEdit(place)
        else onSelect(selectionAt(place))
      },
      onDoubleClick(event: MouseEvent<HTMLElement>) {
        const place = placeUnder(event.target as Element)
        const isLink = (event.target as Element).closest('[data-opens]')
        if (place && !isLink && !isCheckbox(place.column)) onEdit(place)
      },
    },
  }
}
