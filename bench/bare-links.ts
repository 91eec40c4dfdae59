/// <reference lib="dom" />
import type { ProjectLink } from '@lintel/contract/projects/project-links'

/**
 * Runs in the page that shows the product's project list: clones its rows and renders the same list by hand in the same place. Rows
 * are recycled elements; scrolling only updates what has changed: no library, no search, no favorites. This is the minimum cost of a scrolled
 * frame with these rows.
 */
export function showBareLinks(links: ProjectLink[]): void {
  const content = document.querySelector('#content')
  const original = content?.querySelector('li')
  if (!content || !original) throw new Error('There is no project list')
  const rowHeight = original.offsetHeight
  const model = original.cloneNode(true) as HTMLElement
  const copy = content.cloneNode(true) as HTMLElement
  content.replaceWith(copy)
  const lists = [...copy.querySelectorAll('ul')]
  const [list] = lists
  if (!list) throw new Error('The list was not copied')
  for (const other of lists.slice(1)) other.remove()
  list.replaceChildren()
  list.style.cssText = `position: relative; height: ${links.length * rowHeight}px`

  const margin = 4
  const slots = Array.from({ length: Math.ceil(innerHeight / rowHeight) + 1 + 2 * margin }, () => {
    const row = model.cloneNode(true) as HTMLElement
    row.style.cssText = `position: absolute; inset: 0 0 auto; height: ${rowHeight}px`
    list.append(row)
    const [link, star] = [row.querySelector('a'), row.querySelector('button')]
    if (!link || !star) throw new Error('A row of the list is no link with a star any more')
    const [name, , details] = link.children
    const [number, description] = details?.children ?? []
    if (!name || !number || !description) throw new Error('A row of the list does not show its texts any more')
    return { row, link, star, name, texts: [number, description], at: -1 }
  })
  let first = -1
  const draw = () => {
    const top = Math.max(0, Math.floor(-list.getBoundingClientRect().top / rowHeight) - margin)
    if (top === first) return
    first = top
    for (let at = top; at < Math.min(links.length, top + slots.length); at += 1) {
      const slot = slots[at % slots.length]
      const link = links[at]
      if (!slot || !link || slot.at === at) continue
      slot.at = at
      slot.row.style.transform = `translateY(${at * rowHeight}px)`
      slot.link.href = link.projectUri
      slot.star.ariaLabel = link.name
      slot.name.textContent = link.name
      for (const [place, text] of [link.externalId, link.description].entries()) {
        const shownText = slot.texts[place]
        if (shownText) shownText.textContent = text
      }
    }
  }
  addEventListener('scroll', draw, { passive: true })
  draw()
}
