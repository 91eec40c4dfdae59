import type { KeyboardEvent } from 'react'

const keys = { ArrowDown: 1, ArrowUp: -1 } as const

/**
 * Up and Down move the focus among the links of a list, and between the list and the search field above it; Home and
 * End go to the first and last link. Other keys do nothing.
 */
export function moveFocus(event: KeyboardEvent, list: HTMLElement): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const links = [...list.querySelectorAll<HTMLElement>('a[href]')]
  const at = links.findIndex((link) => link.matches(':focus'))
  if (event.key === 'Home' && at >= 0) focusLink(event, links[0])
  else if (event.key === 'End' && at >= 0) focusLink(event, links.at(-1))
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
    focusLink(event, next(event, links, at + keys[event.key]))
}

/** Above the first link is the search field, if there is one. */
const next = ({ currentTarget }: KeyboardEvent, links: readonly HTMLElement[], at: number): HTMLElement | undefined =>
  at < 0 ? (currentTarget.querySelector<HTMLElement>('input[type=search]') ?? links[0]) : links[at]

function focusLink(event: KeyboardEvent, target: HTMLElement | undefined) {
  if (!target) return
  event.preventDefault()
  target.focus()
}
