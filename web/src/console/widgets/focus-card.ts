/** The keyboard goes on at a card: with what adds a widget to it, or with its name where it is only read. */
export function focusCard(card: ParentNode): void {
  const place =
    card.querySelector<HTMLElement>('button[aria-haspopup=menu]') ?? card.querySelector<HTMLElement>('a[href]')
  place?.focus()
}
