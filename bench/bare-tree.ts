/// <reference lib="dom" />

/**
 * Runs in the page that shows a library: takes the drawing of the rows of its tree and draws the same list by hand in the same place.
 * Rows are elements that are used again; scrolling writes only what has changed of them. It is the least that a scrolled frame can cost
 * with these rows.
 */
export function showBareTree(labels: readonly string[]): void {
  const tree = document.querySelector<HTMLElement>('[role=tree]')
  const shown = [...(tree?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])].at(-1)
  if (!tree || !shown) throw new Error('There is no tree')
  const rowHeight = shown.offsetHeight
  const model = shown.cloneNode(true) as HTMLElement
  const copy = tree.cloneNode(true) as HTMLElement
  const list = copy.firstElementChild as HTMLElement
  list.replaceChildren()
  list.style.height = `${labels.length * rowHeight}px`
  tree.replaceWith(copy)

  const margin = 4
  const slots = Array.from({ length: Math.ceil(copy.clientHeight / rowHeight) + 1 + 2 * margin }, () => {
    const row = model.cloneNode(true) as HTMLElement
    list.append(row)
    const words = document.createTreeWalker(row, NodeFilter.SHOW_TEXT).nextNode()
    return { row, words, at: -1 }
  })
  let first = -1
  const draw = () => {
    const top = Math.max(0, Math.floor(copy.scrollTop / rowHeight) - margin)
    if (top === first) return
    first = top
    for (let at = top; at < Math.min(labels.length, top + slots.length); at += 1) {
      const slot = slots[at % slots.length]
      const label = labels[at]
      if (!slot || label === undefined || slot.at === at) continue
      slot.at = at
      slot.row.style.top = `${at * rowHeight}px`
      slot.row.title = label
      if (slot.words) slot.words.nodeValue = label
    }
  }
  copy.addEventListener('scroll', draw, { passive: true })
  draw()
}
