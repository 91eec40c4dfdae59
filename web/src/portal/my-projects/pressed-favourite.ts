import { takeLostFocus } from '../../ui/take-lost-focus'

/** The project whose favourite button was pressed last in this list. */
let pressedId: string | undefined

/** Notes the pressed favourite button: its row moves to another section of the list, and back if the change is not saved. None once the list is left. */
export function notePressed(id?: string): void {
  pressedId = id
}

/** The button of the moved row takes the focus with it; for its `ref`. */
export function returnFocus(id: string, star: HTMLElement | null): void {
  if (pressedId === id) takeLostFocus(star)
}
