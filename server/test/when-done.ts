import { afterAll, onTestFinished } from 'vitest'
import { getCurrentTest } from 'vitest/suite'

/** Ends what was opened: with the test that opened it, else with its file; what was opened last goes first. */
export function whenDone(end: () => unknown): void {
  const ended = async () => {
    await end()
  }
  if (getCurrentTest()) onTestFinished(ended)
  else afterAll(ended)
}
