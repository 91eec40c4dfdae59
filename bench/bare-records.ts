/// <reference lib="dom" />

/**
 * Runs in a page that shows a grid of records: renders `count` rows by hand in the same place, with the cells in view. Rows are recycled
 * elements; scrolling only updates their texts. This is the minimum cost of a scrolled frame with these rows.
 */
export function showBareRecords(count: number): void {
  const margin = 4
  const original = document.querySelector<HTMLElement>('[role=grid]')
  const frame = original?.parentElement
  if (!original || !frame) throw new Error('There is no grid')
  const copy = frame.cloneNode(true) as HTMLElement
  frame.replaceWith(copy)
  const box = copy.querySelector<HTMLElement>('[role=grid]')
  const model = box?.querySelector<HTMLElement>('[data-row]')
  const body = model?.parentElement
  if (!box || !model || !body) throw new Error('The grid was not copied')
  const rowHeight = model.offsetHeight
  const slotsInSight = Math.ceil(box.clientHeight / rowHeight) + 1 + 2 * margin
  body.replaceChildren()
  body.style.height = `${count * rowHeight}px`

  /** The elements of a row that contain text of their own. */
  const textsOf = (row: HTMLElement) =>
    [...row.querySelectorAll<HTMLElement>('*')].filter(
      (element) => element.children.length === 0 && element.textContent,
    )
  const slots = Array.from({ length: Math.min(count, slotsInSight) }, () => {
    const row = model.cloneNode(true) as HTMLElement
    body.append(row)
    return { row, texts: textsOf(row).map((element) => ({ element, text: element.textContent })), at: -1 }
  })
  const draw = () => {
    const first = Math.max(0, Math.floor(box.scrollTop / rowHeight) - margin)
    for (let at = first; at < Math.min(count, first + slots.length); at += 1) {
      const slot = slots[at % slots.length]
      if (!slot || slot.at === at) continue
      slot.at = at
      slot.row.style.transform = `translateY(${at * rowHeight}px)`
      for (const { element, text } of slot.texts) element.textContent = `${text} ${at}`
    }
  }
  box.addEventListener('scroll', draw)
  draw()
}
