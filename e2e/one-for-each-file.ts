/** What is started for a file's first journey and ended when the worker goes on to another file. */
export interface OneForEachFile<Started> {
  of(file: string): Promise<Started>
  end(): Promise<void>
}

/** Journeys of a file follow each other in one world; what they leave behind is nobody else's. */
export function oneForEachFile<Started extends { stop(): Promise<void> }>(
  start: () => Promise<Started>,
): OneForEachFile<Started> {
  let current: { file: string; started: Promise<Started> } | undefined
  const end = async () => {
    const { started } = current ?? {}
    current = undefined
    // What did not start has said so where it was asked for.
    const running = await started?.catch(() => undefined)
    await running?.stop()
  }
  return {
    async of(file) {
      if (current?.file !== file) {
        await end()
        current = { file, started: start() }
      }
      return current.started
    },
    end,
  }
}
