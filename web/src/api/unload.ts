let isOver = false

/** Whoever worked here is signed out: the page is left at once, whatever was typed and is still shown. */
export function leaveUnasked(): void {
  isOver = true
}

/** Whether the browser is to ask before the page is left. */
export const asksBeforeUnload = (): boolean => !isOver
