/** Focuses the first or the last project. The rows there may have to be drawn first: they are brought near, and awaited. */
export function focusEnd(list: HTMLElement, key: 'Home' | 'End'): void {
  const part = [...list.querySelectorAll('ul')].at(key === 'Home' ? 0 : -1)
  if (!part) return
  const focus = () => {
    const row = [...part.querySelectorAll<HTMLElement>('li > a')].at(key === 'Home' ? 0 : -1)
    row?.focus()
    return row !== undefined
  }
  if (focus()) return
  const drawing = new MutationObserver(() => {
    if (focus()) drawing.disconnect()
  })
  drawing.observe(part, { childList: true })
  part.scrollIntoView({ block: key === 'Home' ? 'start' : 'end' })
}
