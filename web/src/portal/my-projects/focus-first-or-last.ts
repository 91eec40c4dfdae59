/** Focuses the first or the last project. If its row is not rendered yet, scrolls to it and waits until it is. */
export function focusFirstOrLast(list: HTMLElement, key: 'Home' | 'End'): void {
  const section = [...list.querySelectorAll('ul')].at(key === 'Home' ? 0 : -1)
  if (!section) return
  const focus = () => {
    const row = [...section.querySelectorAll<HTMLElement>('li > a')].at(key === 'Home' ? 0 : -1)
    row?.focus()
    return row !== undefined
  }
  if (focus()) return
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect()
  })
  observer.observe(section, { childList: true })
  section.scrollIntoView({ block: key === 'Home' ? 'start' : 'end' })
}
