/** An instance that is started by the first test of a file and stopped when the worker moves on to another file. */
export interface PerFileInstance<Started> {
  get(file: string): Promise<Started>
  stop(): Promise<void>
}

/** All tests of a file share one instance, so their leftovers never affect another file. */
export function perFileInstance<Started extends { stop(): Promise<void> }>(
  start: () => Promise<Started>,
): PerFileInstance<Started> {
  let current: { file: string; started: Promise<Started> } | undefined
  const stop = async () => {
    const { started } = current ?? {}
    current = undefined
    // A failed start has already been reported to the test that requested the instance.
    const running = await started?.catch(() => undefined)
    await running?.stop()
  }
  return {
    async get(file) {
      if (current?.file !== file) {
        await stop()
        current = { file, started: start() }
      }
      return current.started
    },
    stop,
  }
}
