import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { focusCard } from './focus-card'

interface FocusFallback {
  ref: RefObject<HTMLElement | null>
  onFocus(event: FocusEvent): void
  onBlur(): void
}

/** When the focused element is removed with its widget or card, moves the focus to the card, or else to the board. */
export function useFocusFallback(): FocusFallback {
  const ref = useRef<HTMLElement>(null)
  const last = useRef<{ element: Element; card: Element | null }>(undefined)

  // The browser moves the focus to the body when the focused element is removed. Elements that take the focus themselves have it by now.
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
