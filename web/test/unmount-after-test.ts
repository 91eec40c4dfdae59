import { act } from 'react'
import type { Root } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'

/** Taken before a test replaces the timers. */
const { setImmediate, setTimeout } = globalThis
/** More than are left after a test. */
const taskCount = 20

/** React's scheduler runs at least one task in each round of immediates, however slow the machine is, and a timer can overtake it. */
async function schedulerSettled(): Promise<void> {
  for (let round = 0; round < taskCount; round++) await new Promise((resolve) => setImmediate(resolve))
}

/**
 * Resolves when what was on its way after unmounting has run, as it reads the window: tasks of React's scheduler, which end subscriptions to queries;
 * notifications of queries until then, which timers deliver, one of which may start another; and what React does for these.
 */
export async function pageSettled(): Promise<void> {
  await schedulerSettled()
  for (let round = 0; round < 2; round++) await new Promise((resolve) => setTimeout(resolve))
  await schedulerSettled()
}

/** Unmounts after the test. The page that was stubbed stays until `work`, and everything else that was on its way, has been done. */
export function unmountAfterTest(root: Root, work: () => Promise<unknown> = async () => undefined): void {
  onTestFinished(async () => {
    if ('IS_REACT_ACT_ENVIRONMENT' in globalThis) await act(async () => root.unmount())
    else root.unmount()
    await work()
    await pageSettled()
    vi.unstubAllGlobals()
  })
}
