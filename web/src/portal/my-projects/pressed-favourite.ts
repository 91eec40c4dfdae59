import { takeLostFocus } from '../../ui/take-lost-focus'

/** The project whose favourite button was pressed last. */
let pressedId: string | undefined

/** The focus of a pressed favourite button: its row moves to another section of the list and takes the focus with it, once. */
export const pressedFavourite = {
  note(id: string): void {
    pressedId = id
  },
  /** Focuses the button of the moved row; for its `ref`. */
  returnFocus(id: string, star: HTMLElement | null): void {
    if (pressedId !== id || !star) return
    takeLostFocus(star)
    if (document.activeElement === star) pressedId = undefined
  },
  /** The list is left: the next one begins with the focus where the page puts it. */
  forget(): void {
    pressedId = undefined
  },
}
