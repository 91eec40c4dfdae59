/** Focuses a card: its button to add a widget, or its name where it is read-only. */
export function focusCard(card: ParentNode): void {
  const target =
    card.querySelector<HTMLElement>('button[aria-haspopup=menu]') ?? card.querySelector<HTMLElement>('a[href]')
  target?.focus()
}
