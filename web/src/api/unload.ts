let isSkipped = false

/** Disables the unload prompt, as the user is signed out and the page is left at once, even with unsaved input; false enables it again. */
export function skipUnloadPrompt(isSkippedNow = true): void {
  isSkipped = isSkippedNow
}

/** Whether the browser may ask before the page is left. */
export const promptsBeforeUnload = (): boolean => !isSkipped
