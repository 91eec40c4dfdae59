import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { focusCard } from './focus-card'

interface KeptFocus {
  ref: RefObject<HTMLElement | null>
  onFocus(event: FocusEvent): void
  onBlur(): void
}

/** Where what had the focus goes, with its widget or its whole card, the keyboard goes on at the card, or else at the board. */
export function useKeptFocus(): KeptFocus {
  const ref = useRef<HTMLElement>(null)
  const last = useRef<{ element: Element; card: Element | null }>(undefined)

  // The browser leaves the focus nowhere when its element goes. What takes it by itself has it by now.
  useLayoutEffect(() => {
    if (!last.current || last.current.element.isConnected || document.activeElement !== document.body) return
    const { card } = last.current
    last.current = undefined
    if (card?.isConnected) focusCard(card)
    else ref.current?.focus({ preventScroll: true })
  })

  return {
    ref,
    onFocus: ({ target }) => {
      last.current = { element: target, card: target.closest('article') }
    },
    onBlur: () => {
      last.current = undefined
    },
  }
}
