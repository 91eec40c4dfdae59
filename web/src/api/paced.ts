/** Maximum rest between two reads, in ms. */
const maxRestMs = 10_000

/** Maximum wait for a read, in ms: its connection may be half open and never end. */
const maxWaitMs = 60_000

/** Resolves when a read has settled, after the maximum wait at the latest. */
export function completed(reading: Promise<unknown> | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxWaitMs)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    Promise.resolve(reading).then(end, end)
  })
}

/**
 * Runs one read at a time and rests after each for as long as it took, so that at most half of the time is spent on reading. The returned
 * function requests a read within `withinMs` and returns whether it can start then; otherwise the previous one is still running or resting.
 * One read serves everybody who requested it before it started. `read` has to report its own failures.
 */
export function paced(read: () => Promise<unknown>): (withinMs?: number) => boolean {
  /** When the next read is due, by the monotonic clock. */
  let due = Number.POSITIVE_INFINITY
  let isBusy = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function begin() {
    isBusy = true
    due = Number.POSITIVE_INFINITY
    const began = performance.now()
    await completed(read())
    setTimeout(afterRest, Math.min(performance.now() - began, maxRestMs))
  }

  function afterRest() {
    isBusy = false
    schedule()
  }

  function schedule() {
    if (isBusy || due === Number.POSITIVE_INFINITY) return
    clearTimeout(timer)
    timer = setTimeout(begin, Math.max(0, due - performance.now()))
  }

  return (withinMs = 0) => {
    due = Math.min(due, performance.now() + withinMs)
    schedule()
    return !isBusy
  }
}
