import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Registers a cleanup for the running test, else for the test file; cleanups run in reverse order. */
export function onCleanup(end: () => unknown): void {
  const ended = async () => {
    await end()
  }
  if (TestRunner.getCurrentTest()) onTestFinished(ended)
  else afterAll(ended)
}
