import { Problem } from '@lintel/contract/problems'

/** How much of a heavy kind of work may go on at once (security A8). */
export interface WorkGateLimits {
  running: number
  /** As many run while somebody who is signed in is being answered; as ever without it. */
  meanwhile?: number
  waiting?: number
  /** How long work may wait for its turn, in milliseconds. */
  waitMs?: number
  /** Milliseconds after such a question in which another one is expected. */
  meanwhileMs?: number
}

const defaults = { meanwhileMs: 100, waiting: 32, waitMs: 2_000 }

/** Somebody in the queue. */
interface Waiting {
  enter(): void
  giveUp: NodeJS.Timeout
}

/**
 * Lets a few pieces of heavy work run (password hashes, images), a few more wait, and turns the rest away with 503. A place is free again when the work
 * has really ended, whether or not somebody still waits for it.
 */
export class WorkGate {
  readonly #limits: Required<WorkGateLimits>
  readonly #queue: Waiting[] = []
  #running = 0
  #othersAt = Number.NEGATIVE_INFINITY

  constructor(limits: WorkGateLimits) {
    this.#limits = { ...defaults, meanwhile: limits.running, ...limits }
  }

  /** Runs `work` when there is room. Throws 503 `overloaded` when the queue is full or does not move in time. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most()) await this.#wait()
    else this.#running++
    try {
      return await work()
    } finally {
      this.#running--
      this.#letIn()
    }
  }

  /** Somebody who is signed in asks for something: for a moment, the work leaves a core to them. */
  standBack(): void {
    this.#othersAt = performance.now()
  }

  #most(): number {
    const { running, meanwhile, meanwhileMs } = this.#limits
    return performance.now() - this.#othersAt < meanwhileMs ? meanwhile : running
  }

  #wait(): Promise<void> {
    if (this.#queue.length >= this.#limits.waiting) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        enter: resolve,
        giveUp: setTimeout(() => {
          this.#queue.splice(this.#queue.indexOf(waiting), 1)
          reject(busy())
        }, this.#limits.waitMs),
      }
      this.#queue.push(waiting)
    })
  }

  /** Whoever waits comes in, in turn, as far as there is room. */
  #letIn(): void {
    while (this.#running < this.#most()) {
      const next = this.#queue.shift()
      if (!next) return
      clearTimeout(next.giveUp)
      this.#running++
      next.enter()
    }
  }
}

const busy = () => new Problem('overloaded', { retryAfter: 2 })
