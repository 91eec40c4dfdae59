import { Problem } from '@lintel/contract/problems'

/** Concurrency limits of a kind of expensive work (security A8). */
export interface WorkGateLimits {
  running: number
  /** The limit while signed-in persons make requests; default `running`. */
  runningUnderLoad?: number
  waiting?: number
  /** How long work may wait, in milliseconds. */
  waitMs?: number
  /** How long after such a request that limit applies, in milliseconds. */
  loadWindowMs?: number
}

const defaults = { loadWindowMs: 100, waiting: 32, waitMs: 2_000 }

/** An entry of the queue. */
interface QueueEntry {
  enter(): void
  giveUp: NodeJS.Timeout
}

/**
 * Limits concurrent expensive work (password hashes, images): a few run, a few more wait, further ones get 503. A slot
 * is released when the work really ends, even if its caller no longer waits.
 */
export class WorkGate {
  readonly #limits: Required<WorkGateLimits>
  readonly #queue: QueueEntry[] = []
  #running = 0
  #lastRequestAt = Number.NEGATIVE_INFINITY

  constructor(limits: WorkGateLimits) {
    this.#limits = { ...defaults, runningUnderLoad: limits.running, ...limits }
  }

  /**
   * Runs `work` when a slot is free. Throws 503 `overloaded` if the queue is full or the wait longer than `waitMs` (milliseconds,
   * default that of the gate).
   */
  async run<T>(work: () => Promise<T>, waitMs = this.#limits.waitMs): Promise<T> {
    if (this.#running >= this.#limit()) await this.#wait(waitMs)
    else this.#running++
    try {
      return await work()
    } finally {
      this.#running--
      this.#startWaiting()
    }
  }

  /** Reports a request of a signed-in person: for a moment, the work leaves a core to it. */
  yieldToRequests(): void {
    this.#lastRequestAt = performance.now()
  }

  #limit(): number {
    const { running, runningUnderLoad, loadWindowMs } = this.#limits
    return performance.now() - this.#lastRequestAt < loadWindowMs ? runningUnderLoad : running
  }

  #wait(waitMs: number): Promise<void> {
    if (this.#queue.length >= this.#limits.waiting) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const waiting: QueueEntry = {
        enter: resolve,
        giveUp: setTimeout(() => {
          this.#queue.splice(this.#queue.indexOf(waiting), 1)
          reject(busy())
        }, waitMs),
      }
      this.#queue.push(waiting)
    })
  }

  /** Starts waiting work in order while slots are free. */
  #startWaiting(): void {
    while (this.#running < this.#limit()) {
      const next = this.#queue.shift()
      if (!next) return
      clearTimeout(next.giveUp)
      this.#running++
      next.enter()
    }
  }
}

const busy = () => new Problem('overloaded', { retryAfter: 2 })
