/// <reference lib="dom" />

/**
 * Runs in the page that shows a library: clones the rows of its tree and renders the same list by hand in the same place. Rows are
 * recycled elements; scrolling only updates what has changed. This is the minimum cost of a scrolled frame with these rows.
 */
export function showBareTree(labels: readonly string[]): void {
  const tree = document.querySelector<HTMLElement>('[role=tree]')
  const original = [...(tree?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])].at(-1)
  if (!tree || !original) throw new Error('There is no tree')
  const rowHeight = original.offsetHeight
  const model = original.cloneNode(true) as HTMLElement
  const copy = tree.cloneNode(true) as HTMLElement
  const list = copy.firstElementChild as HTMLElement
  list.replaceChildren()
  list.style.height = `${labels.length * rowHeight}px`
  tree.replaceWith(copy)

  const margin = 4
  const slots = Array.from({ length: Math.ceil(copy.clientHeight / rowHeight) + 1 + 2 * margin }, () => {
    const row = model.cloneNode(true) as HTMLElement
    list.append(row)
    const textNode = document.createTreeWalker(row, NodeFilter.SHOW_TEXT).nextNode()
    return { row, textNode, at: -1 }
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
      if (slot.textNode) slot.textNode.nodeValue = label
    }
  }
  copy.addEventListener('scroll', draw, { passive: true })
  draw()
}
