import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { fillTarget } from './clipboard'
import { isIn, type Place, type Range, rangeOf, type Selection } from './selection'

interface PointerTerms {
  scroller: RefObject<HTMLDivElement | null>
  selection: Selection
  onSelect(next: Selection): void
  /** A second press on the cell where one is. */
  onEdit(place: Place): void
  onCheck(row: number, isRange: boolean): void
  isCheckbox(column: number): boolean
  /** The second button, or a finger that rests, on a cell. */
  onMenu(place: Place, beside: DOMRect): void
  /** The handle of the range was pulled this far. */
  onFill(source: Range, target: Range): void
}

/** The cell that an element belongs to. */
function placeOf(element: Element | null): Place | undefined {
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
  const { scroller, selection, onSelect, onEdit, onCheck, isCheckbox } = terms
  const pull = useRef<'select' | 'fill'>(undefined)
  const [filling, setFilling] = useState<Range>()
  const rest = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  /** The finger has its menu: that it goes up is no tap. */
  const hasRested = useRef(false)
  const range = rangeOf(selection)

  function openMenu(place: Place, x: number, y: number) {
    if (isCheckbox(place.column)) return
    // In the taken cells it is about all of them.
    if (!isIn(range, place.row, place.column)) onSelect({ active: place, anchor: place })
    terms.onMenu(place, new DOMRect(x, y, 0, 0))
  }

  function stir() {
    clearTimeout(rest.current?.timer)
    rest.current = undefined
  }

  /** Not every browser tells of a finger that rests. */
  function beginRest({ target, clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
    const place = placeOf(target as Element)
    stir()
    hasRested.current = false
    if (!place) return
    const open = () => {
      hasRested.current = true
      openMenu(place, x, y)
    }
    rest.current = { timer: setTimeout(open, restMs), x, y }
  }

  function finish(isDone: boolean) {
    if (isDone && filling && pull.current === 'fill') terms.onFill(range, filling)
    pull.current = undefined
    setFilling(undefined)
  }

  /** The cell under the pointer; near the edge the grid scrolls on. */
  function placeUnder(event: PointerEvent<HTMLElement>, box: HTMLElement): Place | undefined {
    const { left, right, top, bottom } = box.getBoundingClientRect()
    box.scrollBy(
      event.clientX > right - edge ? stride : event.clientX < left + edge ? -stride : 0,
      event.clientY > bottom - edge ? stride : event.clientY < top + edge ? -stride : 0,
    )
    const place = placeOf(document.elementFromPoint(event.clientX, event.clientY))
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
          return setFilling(range)
        }
        if (handle === 'take') {
          pull.current = 'select'
          // The other end stays where it is.
          const { top, left, bottom, right } = range
          return onSelect({ active: { row: top, column: left }, anchor: { row: bottom, column: right } })
        }
        const place = placeOf(element)
        if (!place || isCheckbox(place.column)) return
        onSelect({ active: place, anchor: event.shiftKey ? selection.anchor : place })
        pull.current = 'select'
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (rest.current && Math.hypot(event.clientX - rest.current.x, event.clientY - rest.current.y) > stillPixels)
          stir()
        if (event.buttons !== 1 && pull.current) finish(false)
        if (!pull.current || !scroller.current) return
        const place = placeUnder(event, scroller.current)
        if (!place) return
        if (pull.current === 'select' && place.row === selection.active.row && place.column === selection.active.column)
          return
        // Captured only now: the clicks of a captured pointer would no longer tell on which cell they fell.
        event.currentTarget.setPointerCapture(event.pointerId)
        if (pull.current === 'fill') setFilling(fillTarget(range, place))
        else onSelect({ active: place, anchor: selection.anchor })
      },
      onPointerUp() {
        stir()
        finish(true)
      },
      onPointerCancel() {
        stir()
        finish(false)
      },
      onContextMenu(event: MouseEvent<HTMLElement>) {
        const place = placeOf(event.target as Element)
        if (!place) return
        event.preventDefault()
        stir()
        openMenu(place, event.clientX, event.clientY)
      },
      onClick(event: MouseEvent<HTMLElement>) {
        const place = placeOf(event.target as Element)
        if (!place) return
        if (isCheckbox(place.column)) {
          onCheck(place.row, event.shiftKey)
          onSelect({ active: place, anchor: place })
          return
        }
        // A click of a finger brings no pressed cell before it.
        const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch'
        if (!isTouch || hasRested.current) return
        const isSecond = place.row === selection.active.row && place.column === selection.active.column
        if (isSecond) onEdit(place)
        else onSelect({ active: place, anchor: place })
      },
      onDoubleClick(event: MouseEvent<HTMLElement>) {
        const place = placeOf(event.target as Element)
        if (place && !isCheckbox(place.column)) onEdit(place)
      },
    },
  }
}
