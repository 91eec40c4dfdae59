import type { KeyboardEvent } from 'react'

const keys = { ArrowDown: 1, ArrowUp: -1 } as const

/**
 * Up and Down move the focus among the links of a list; Up from the first, and Down from a field above, go where one
 * expects. Does nothing for other keys.
 */
export function moveFocus(event: KeyboardEvent, list: HTMLElement): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const links = [...list.querySelectorAll<HTMLElement>('a[href]')]
  const at = links.findIndex((link) => link.matches(':focus'))
  if (event.key === 'Home' && at >= 0) take(event, links[0])
  else if (event.key === 'End' && at >= 0) take(event, links.at(-1))
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') take(event, next(event, links, at + keys[event.key]))
}

/** Above the first link stands the field that the person came from, if there is one. */
const next = ({ currentTarget }: KeyboardEvent, links: readonly HTMLElement[], at: number): HTMLElement | undefined =>
  at < 0 ? (currentTarget.querySelector<HTMLElement>('input[type=search]') ?? links[0]) : links[at]

function take(event: KeyboardEvent, target: HTMLElement | undefined) {
  if (!target) return
  event.preventDefault()
  target.focus()
}
