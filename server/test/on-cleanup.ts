import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Ends what was opened: with the test that opened it, else with its file; what was opened last goes first. */
export function onCleanup(end: () => unknown): void {
  const ended = async () => {
    await end()
  }
  if (TestRunner.getCurrentTest()) onTestFinished(ended)
  else afterAll(ended)
}
