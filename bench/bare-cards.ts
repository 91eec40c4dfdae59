/// <reference lib="dom" />

/**
 * Runs in a page that shows the board of project widgets after its first cards are complete: renders `count` cards by hand in the same place.
 * Rows of cards are recycled elements; scrolling only updates their texts and chart lines. This is the minimum cost of a scrolled frame with
 * these cards.
 */
export function showBareCards(count: number): void {
  const margin = 1
  const original = document.querySelector<HTMLElement>('section[tabindex]')
  if (!original) throw new Error('There is no board')
  const places = [...original.querySelectorAll<HTMLElement>('article')]
  const cards = places.filter((card) => card.querySelector('[data-widget]'))
  const topOf = (card: HTMLElement) => card.getBoundingClientRect().top
  const [model] = cards
  const below = model && places.find((card) => topOf(card) > topOf(model))
  if (!model || !below) throw new Error('There are no two rows of cards')
  const columns = places.filter((card) => topOf(card) === topOf(model)).length
  const rowHeight = topOf(below) - topOf(model)
  const rows = Math.ceil(count / columns)
  const styles = getComputedStyle(original)
  const tracks = { columns: styles.gridTemplateColumns, gap: styles.columnGap }
  /** The charts of the rendered cards, which are reused cyclically. */
  const lines = cards.map((card) => [...card.querySelectorAll('svg path')].map((path) => path.getAttribute('d') ?? ''))

  const board = original.cloneNode(false) as HTMLElement
  original.replaceWith(board)
  board.style.display = 'block'
  const body = document.createElement('div')
  body.style.cssText = `position: relative; height: ${rows * rowHeight}px`
  board.append(body)

  /** The elements of a card that contain text of their own. */
  const textsOf = (card: HTMLElement) =>
    [...card.querySelectorAll<HTMLElement>('*')].filter(
      (element) => element.children.length === 0 && element.textContent && !element.closest('svg'),
    )
  const slotOf = () => {
    const row = document.createElement('div')
    row.style.cssText = `position: absolute; inset-inline: 0; top: 0; display: grid; grid-template-columns: ${tracks.columns}; column-gap: ${tracks.gap}`
    const rowCards = Array.from({ length: columns }, () => {
      const card = model.cloneNode(true) as HTMLElement
      row.append(card)
      return {
        card,
        texts: textsOf(card).map((element) => ({ element, text: element.textContent })),
        paths: [...card.querySelectorAll('svg path')],
      }
    })
    body.append(row)
    return { row, rowCards, at: -1 }
  }
  const slotsInSight = Math.ceil(board.clientHeight / rowHeight) + 1 + 2 * margin
  const slots = Array.from({ length: Math.min(rows, slotsInSight) }, slotOf)
  const draw = () => {
    const first = Math.max(0, Math.floor(board.scrollTop / rowHeight) - margin)
    for (let at = first; at < Math.min(rows, first + slots.length); at += 1) {
      const slot = slots[at % slots.length]
      if (!slot || slot.at === at) continue
      slot.at = at
      slot.row.style.transform = `translateY(${at * rowHeight}px)`
      for (const [column, { card, texts, paths }] of slot.rowCards.entries()) {
        const place = at * columns + column
        card.hidden = place >= count
        for (const { element, text } of texts) element.textContent = `${text} ${place}`
        for (const [part, path] of paths.entries()) path.setAttribute('d', lines[place % lines.length]?.[part] ?? '')
      }
    }
  }
  board.addEventListener('scroll', draw)
  draw()
}
