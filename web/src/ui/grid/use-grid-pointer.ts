import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react'
import type { Place, Selection } from './selection'

interface PointerTerms {
  scroller: RefObject<HTMLDivElement | null>
  selection: Selection
  onSelect(next: Selection): void
  /** A second press on the cell where one is. */
  onEdit(place: Place): void
  onCheck(row: number, isRange: boolean): void
  isCheckbox(column: number): boolean
}

/** The cell that an element belongs to. */
function placeOf(element: Element | null): Place | undefined {
  const cell = element?.closest<HTMLElement>('[data-column]')
  const row = cell?.closest<HTMLElement>('[data-row]')
  if (!cell || !row) return undefined
  return { row: Number(row.dataset.row), column: Number(cell.dataset.column) }
}

/** How near to the edge, in pixels, a pull scrolls on, and how far with each move. */
const edge = 24
const stride = 40

/**
 * Selecting by pointer: a press takes a cell, Shift and a pull take a range, a checkbox takes its row. A finger scrolls,
 * so it takes single cells only; its second tap edits.
 */
export function useGridPointer({ scroller, selection, onSelect, onEdit, onCheck, isCheckbox }: PointerTerms) {
  const isPulling = useRef(false)

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || event.pointerType === 'touch') return
      const place = placeOf(event.target as Element)
      if (!place || isCheckbox(place.column)) return
      onSelect({ active: place, anchor: event.shiftKey ? selection.anchor : place })
      isPulling.current = true
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const box = scroller.current
      if (event.buttons !== 1) isPulling.current = false
      if (!isPulling.current || !box) return
      const { left, right, top, bottom } = box.getBoundingClientRect()
      box.scrollBy(
        event.clientX > right - edge ? stride : event.clientX < left + edge ? -stride : 0,
        event.clientY > bottom - edge ? stride : event.clientY < top + edge ? -stride : 0,
      )
      const place = placeOf(document.elementFromPoint(event.clientX, event.clientY))
      if (!place || isCheckbox(place.column)) return
      if (place.row === selection.active.row && place.column === selection.active.column) return
      // Captured only now: the clicks of a captured pointer would no longer tell on which cell they fell.
      event.currentTarget.setPointerCapture(event.pointerId)
      onSelect({ active: place, anchor: selection.anchor })
    },
    onPointerUp() {
      isPulling.current = false
    },
    onPointerCancel() {
      isPulling.current = false
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
      if (!isTouch) return
      const isSecond = place.row === selection.active.row && place.column === selection.active.column
      if (isSecond) onEdit(place)
      else onSelect({ active: place, anchor: place })
    },
    onDoubleClick(event: MouseEvent<HTMLElement>) {
      const place = placeOf(event.target as Element)
      if (place && !isCheckbox(place.column)) onEdit(place)
    },
  }
}
