/// <reference lib="dom" />
import type { AccessMatrix } from '@lintel/contract/people/access-matrix'

/** Data of the bare grid: the people, and for each project one letter per member for the level (`access-matrix.ts` defines the format). */
export interface BareGridData {
  /** Name, email, organization. */
  people: [name: string, email: string, organization: string][]
  /** For each project: gaps and letters in the format of the access matrix. */
  members: string[]
}

/** The table shown by the product's grid. */
export const bareDataOf = ({ people, organizations, projects }: AccessMatrix): BareGridData => ({
  people: people.map(([email, name, at, own]) => [name, email, organizations[at] ?? own]),
  members: projects.map(({ members }) => members),
})

/**
 * Runs in the page that shows the product's grid: clones its cells and renders the same table by hand in the same place. Rows and
 * cells are recycled elements; scrolling only updates what has changed: no library, no roles, no selection. This is the minimum cost of a
 * scrolled frame with these cells.
 */
export function showBareGrid({ people, members }: BareGridData): void {
  const margin = { rows: 4, columns: 1 }
  const kinds: Record<string, [token: string, word: string]> = {
    g: ['guest', 'Guest'],
    u: ['user', 'User'],
    w: ['workflows', 'Workflows'],
    a: ['admin', 'Admin'],
    c: ['customer-admin', 'Customer admin'],
    o: ['owner', 'Owner'],
  }
  const letters = 'guwaco'
  const levels = new Uint8Array(people.length * members.length)
  members.forEach((text, project) => {
    let person = -1
    for (const [, gap, letter = ''] of text.matchAll(/(\d+)([a-z])/g)) {
      person += Number(gap) + 1
      levels[person * members.length + project] = letters.indexOf(letter) + 1
    }
  })

  const original = document.querySelector<HTMLElement>('[role=grid]')
  const frame = original?.parentElement
  const filled = original?.querySelector<HTMLElement>('[data-role]')?.parentElement
  if (!original || !frame || !filled) throw new Error('There is no grid with a role in it')
  const pinnedCells = [...(filled.parentElement?.querySelectorAll<HTMLElement>(':scope > div:first-child > *') ?? [])]
  const pinnedWidth = pinnedCells.reduce((sum, cell) => sum + cell.offsetWidth, 0)
  const columnWidth = filled.offsetWidth
  const rowHeight = filled.parentElement?.offsetHeight ?? 0

  const copy = frame.cloneNode(true) as HTMLElement
  frame.replaceWith(copy)
  const box = copy.querySelector<HTMLElement>('[role=grid]')
  const head = box?.firstElementChild as HTMLElement
  const body = box?.lastElementChild as HTMLElement
  if (!box) throw new Error('The grid was not copied')
  const headings = head.querySelector<HTMLElement>(':scope > [role=row]:last-child')
  const headingModel = headings?.lastElementChild?.cloneNode(true) as HTMLElement
  const rowModel = body.firstElementChild as HTMLElement
  const cellModel = filled.cloneNode(true) as HTMLElement

  const windowHeight = box.clientHeight - head.offsetHeight
  const rowSlots = Math.ceil(windowHeight / rowHeight) + 1 + 2 * margin.rows
  const columnSlots = Math.ceil((box.clientWidth - pinnedWidth) / columnWidth) + 1 + 2 * margin.columns
  const total = pinnedWidth + members.length * columnWidth
  body.replaceChildren()
  body.style.width = head.style.width = `${total}px`

  const plain = (element: HTMLElement) => {
    for (const name of element.getAttributeNames())
      if (name !== 'class' && name !== 'style') element.removeAttribute(name)
    return element
  }
  const slotOf = () => {
    const row = plain(rowModel.cloneNode(false) as HTMLElement)
    row.style.width = `${total}px`
    const pinned = rowModel.firstElementChild?.cloneNode(true) as HTMLElement
    for (const cell of pinned.children) plain(cell as HTMLElement)
    row.append(pinned)
    const cells = Array.from({ length: columnSlots }, () => {
      const cell = plain(cellModel.cloneNode(true) as HTMLElement)
      row.append(cell)
      return { cell, role: cell.firstElementChild as HTMLElement, column: -1, level: -1 }
    })
    body.append(row)
    return { row, texts: [...pinned.children].slice(1) as HTMLElement[], cells, at: -1 }
  }
  const slots = Array.from({ length: rowSlots }, slotOf)
  for (const heading of [...(headings?.children ?? [])].slice(1)) heading.remove()
  const tops = Array.from({ length: columnSlots }, () => {
    const heading = headingModel.cloneNode(true) as HTMLElement
    headings?.append(heading)
    return { heading, title: heading.firstElementChild as HTMLElement, column: -1 }
  })

  let first = { row: -1, column: -1 }
  const draw = () => {
    const row = Math.max(0, Math.floor(box.scrollTop / rowHeight) - margin.rows)
    const column = Math.max(0, Math.floor(box.scrollLeft / columnWidth) - margin.columns)
    if (row === first.row && column === first.column) return
    if (column !== first.column)
      for (let at = column; at < Math.min(members.length, column + columnSlots); at += 1) {
        const top = tops[at % columnSlots]
        if (!top || top.column === at) continue
        top.column = at
        top.heading.style.left = `${pinnedWidth + at * columnWidth}px`
        top.title.textContent = `Project ${at}`
      }
    first = { row, column }
    for (let at = row; at < Math.min(people.length, row + rowSlots); at += 1) {
      const slot = slots[at % rowSlots]
      if (!slot) continue
      const isOther = slot.at !== at
      if (isOther) {
        slot.at = at
        slot.row.style.transform = `translateY(${at * rowHeight}px)`
        const who = people[at]
        slot.texts.forEach((cell, place) => {
          cell.textContent = who?.[place] ?? ''
        })
      }
      for (let project = column; project < Math.min(members.length, column + columnSlots); project += 1) {
        const slotCell = slot.cells[project % columnSlots]
        if (!slotCell || (!isOther && slotCell.column === project)) continue
        if (slotCell.column !== project) {
          slotCell.column = project
          slotCell.cell.style.left = `${pinnedWidth + project * columnWidth}px`
        }
        const level = levels[at * members.length + project] ?? 0
        if (level === slotCell.level) continue
        slotCell.level = level
        const [token, word] = kinds[letters[level - 1] ?? ''] ?? ['', '']
        if (level === 0) slotCell.role.remove()
        else {
          if (!slotCell.role.parentElement) slotCell.cell.append(slotCell.role)
          slotCell.role.dataset.role = token
          slotCell.role.textContent = word
        }
        if (token === 'owner' || token === 'customer-admin') slotCell.cell.dataset.locked = 'true'
        else delete slotCell.cell.dataset.locked
      }
    }
  }
  box.addEventListener('scroll', draw)
  draw()
}
