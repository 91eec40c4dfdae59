let isOver = false

/** Disables the unload prompt: the user is signed out, so the page is left at once even with unsaved input. */
export function skipUnloadPrompt(): void {
  isOver = true
}

/** Whether the browser may ask before the page is left. */
export const promptsBeforeUnload = (): boolean => !isOver
