/** Taken before a test replaces the timers. */
const { setImmediate } = globalThis
/** More than are left after a test. */
const taskCount = 20

/**
 * Resolves when React's scheduler has run what it still had to do after unmounting: that reads the window. It runs at least one task in each round
 * of immediates, however slow the machine is, and a timer can overtake it.
 */
export async function schedulerSettled(): Promise<void> {
  for (let round = 0; round < taskCount; round++) await new Promise((resolve) => setImmediate(resolve))
}
