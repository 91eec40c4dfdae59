import { takeLostFocus } from '../../ui/take-lost-focus'

/** The project whose favourite button was pressed last. */
let pressedId: string | undefined

const forget = () => {
  pressedId = undefined
}

/**
 * The focus of a pressed favourite button: its row moves to another section of the list, and back if the change is not saved, and takes the focus
 * with it until something else is pressed.
 */
export const pressedFavourite = {
  note(id: string): void {
    pressedId = id
    for (const press of ['pointerdown', 'keydown'])
      document.addEventListener(press, forget, { capture: true, once: true })
  },
  /** Focuses the button of the moved row; for its `ref`. */
  returnFocus(id: string, star: HTMLElement | null): void {
    if (pressedId === id && star) takeLostFocus(star)
  },
  /** The list is left: the next one begins with the focus where the page puts it. */
  forget,
}
