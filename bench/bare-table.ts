/// <reference lib="dom" />

/** Size of a table rendered by hand: its last `flags` columns contain a check mark or a dash, the others a number. */
export interface BareTable {
  rows: number
  columns: number
  flags: number
}

/**
 * Runs in a page that shows a grid of records, scrolled to its flags: clones its cells and renders a table of the same kind by hand
 * in the same place. Rows, cells and headings are recycled elements; scrolling only updates what has changed. This is the minimum cost of a
 * scrolled frame with these cells.
 */
export function showBareTable({ rows, columns, flags }: BareTable): void {
  const margin = { rows: 4, columns: 1 }
  const original = document.querySelector<HTMLElement>('[role=grid]')
  const frame = original?.parentElement
  const filled = [...(original?.querySelectorAll<HTMLElement>('[data-row] > [data-column]') ?? [])]
  const marked = filled.find((cell) => cell.querySelector('svg'))
  const dashed = filled.find((cell) => cell.textContent?.includes('–'))
  if (!original || !frame || !marked || !dashed) throw new Error('There is no grid with flags in it')
  const contents = {
    mark: [...marked.childNodes].map((node) => node.cloneNode(true)),
    dash: [...dashed.childNodes].map((node) => node.cloneNode(true)),
  }
  const pinnedWidth = original.querySelector<HTMLElement>('[data-row] > :first-child')?.offsetWidth ?? 0
  const columnWidth = marked.offsetWidth
  const rowHeight = marked.parentElement?.offsetHeight ?? 0
  const total = pinnedWidth + columns * columnWidth

  const copy = frame.cloneNode(true) as HTMLElement
  frame.replaceWith(copy)
  const box = copy.querySelector<HTMLElement>('[role=grid]')
  const rowModel = box?.querySelector<HTMLElement>('[data-row]')
  const body = rowModel?.parentElement
  const head = box?.firstElementChild as HTMLElement
  if (!box || !rowModel || !body) throw new Error('The grid was not copied')
  const headings = head.querySelector<HTMLElement>(':scope > [role=row]:last-child') ?? head
  const headingModel = headings.lastElementChild?.cloneNode(true) as HTMLElement
  const windowHeight = box.clientHeight - head.offsetHeight
  const rowSlots = Math.ceil(windowHeight / rowHeight) + 1 + 2 * margin.rows
  const columnSlots = Math.ceil((box.clientWidth - pinnedWidth) / columnWidth) + 1 + 2 * margin.columns
  body.replaceChildren()
  body.style.width = head.style.width = `${total}px`
  body.style.height = `${rows * rowHeight}px`

  const plain = (element: HTMLElement) => {
    for (const name of element.getAttributeNames())
      if (name !== 'class' && name !== 'style') element.removeAttribute(name)
    return element
  }
  const slots = Array.from({ length: rowSlots }, () => {
    const row = plain(rowModel.cloneNode(false) as HTMLElement)
    row.style.width = `${total}px`
    const pinned = rowModel.firstElementChild?.cloneNode(true) as HTMLElement
    for (const cell of pinned.children) plain(cell as HTMLElement)
    row.append(pinned)
    const cells = Array.from({ length: columnSlots }, () => {
      const cell = plain(marked.cloneNode(false) as HTMLElement)
      cell.style.width = `${columnWidth}px`
      row.append(cell)
      return { cell, column: -1, shown: '' }
    })
    body.append(row)
    return { row, name: pinned.lastElementChild as HTMLElement, cells, at: -1 }
  })
  for (const heading of [...headings.children].slice(1)) heading.remove()
  const tops = Array.from({ length: columnSlots }, () => {
    const heading = headingModel.cloneNode(true) as HTMLElement
    headings.append(heading)
    return { heading, title: (heading.firstElementChild ?? heading) as HTMLElement, column: -1 }
  })

  /** Text of a cell, a function of its position. */
  const cellText = (row: number, column: number): string => {
    if (column < columns - flags) return String((row * 7 + column * 13) % 1_000)
    return (row + column) % 3 === 0 ? 'dash' : 'mark'
  }
  const write = (cell: HTMLElement, nextText: string) => {
    if (nextText !== 'mark' && nextText !== 'dash') cell.textContent = nextText
    else cell.replaceChildren(...contents[nextText].map((node) => node.cloneNode(true)))
  }
  let first = { row: -1, column: -1 }
  const draw = () => {
    const row = Math.max(0, Math.floor(box.scrollTop / rowHeight) - margin.rows)
    const column = Math.max(0, Math.floor(box.scrollLeft / columnWidth) - margin.columns)
    if (row === first.row && column === first.column) return
    const lastColumn = Math.min(columns, column + columnSlots)
    for (let at = column; at < lastColumn; at += 1) {
      const top = tops[at % columnSlots]
      if (!top || top.column === at) continue
      top.column = at
      top.heading.style.left = `${pinnedWidth + at * columnWidth}px`
      top.title.textContent = `Column ${at}`
    }
    first = { row, column }
    for (let at = row; at < Math.min(rows, row + rowSlots); at += 1) {
      const slot = slots[at % rowSlots]
      if (!slot) continue
      if (slot.at !== at) {
        slot.row.style.transform = `translateY(${at * rowHeight}px)`
        slot.name.textContent = `Project ${at}`
      }
      for (let place = column; place < lastColumn; place += 1) {
        const slotCell = slot.cells[place % columnSlots]
        if (!slotCell || (slot.at === at && slotCell.column === place)) continue
        if (slotCell.column !== place) {
          slotCell.column = place
          slotCell.cell.style.left = `${pinnedWidth + place * columnWidth}px`
        }
        const nextText = cellText(at, place)
        if (nextText === slotCell.shown) continue
        slotCell.shown = nextText
        write(slotCell.cell, nextText)
      }
      slot.at = at
    }
  }
  box.addEventListener('scroll', draw)
  box.scrollTo(0, 0)
  draw()
}
