import { takeLostFocus } from '../ui/take-lost-focus'

/** The path of the screen whose customer selector was removed last together with the focus. */
let leftAt: string | undefined

/**
 * For the `ref` of a customer selector: one that replaces another with the focus takes it, as long as the path stays. That is so when the
 * screen of another customer follows, or the same one with its data. A question that is removed with the screen had the focus as well.
 */
export function keepSelectorFocus(select: HTMLSelectElement): () => void {
  const path = location.pathname
  if (leftAt === path) takeLostFocus(select)
  leftAt = undefined
  return () => {
    const { activeElement } = document
    const hadFocus = activeElement === select || activeElement?.closest('dialog')
    // On a navigation the path is already the next one.
    leftAt = hadFocus && location.pathname === path ? path : undefined
  }
}
