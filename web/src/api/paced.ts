/** Longest rest between two readings, in milliseconds. */
const longestRest = 10_000

/** Longest wait for a reading, in milliseconds: one that takes longer may never end, as its connection may be half open. */
const longestWait = 60_000

/** Resolves when a reading is over, whatever it gave, and after the longest wait at the latest. */
export function over(reading: Promise<unknown> | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestWait)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    Promise.resolve(reading).then(end, end)
  })
}

/**
 * Reads one at a time, and rests after each reading for as long as it took, so that half of the time at most is spent on reading however
 * often it is asked for. The function that it gives asks for a reading that begins within so many milliseconds, and gives whether it does:
 * the one before it may still be under way or rested from. One reading is for all who asked before it began; who asks later gets the next.
 * One that takes longer than the longest wait counts as over. What a reading fails with is for `read` to report.
 */
export function paced(read: () => Promise<unknown>): (withinMs?: number) => boolean {
  /** When the next reading is to begin; a clock that only goes forward. */
  let due = Number.POSITIVE_INFINITY
  let isBusy = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function begin() {
    isBusy = true
    due = Number.POSITIVE_INFINITY
    const began = performance.now()
    await over(read())
    setTimeout(afterRest, Math.min(performance.now() - began, longestRest))
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
