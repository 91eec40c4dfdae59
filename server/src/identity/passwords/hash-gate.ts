import { Problem } from '@lintel/contract/problems'
import { hashesAtOnce } from './hash-threads'

/** How much hashing may go on at once (security A8). */
export interface HashGateLimits {
  running: number
  waiting: number
  waitMs: number
}

const defaults: HashGateLimits = {
  running: hashesAtOnce,
  waiting: 32,
  waitMs: 2_000,
}

/** Somebody in the queue. */
interface Waiting {
  enter(): void
  giveUp: NodeJS.Timeout
}

/**
 * Lets a few password hashes run, a few more wait, and turns the rest away with 503. A place is free again when the work
 * has really ended, whether or not somebody still waits for it.
 */
export class HashGate {
  readonly #limits: HashGateLimits
  readonly #queue: Waiting[] = []
  #running = 0

  constructor(limits: Partial<HashGateLimits> = {}) {
    this.#limits = { ...defaults, ...limits }
  }

  /** Runs `work` when there is room. Throws 503 `overloaded` when the queue is full or does not move in time. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.running) await this.#wait()
    else this.#running++
    try {
      return await work()
    } finally {
      this.#leave()
    }
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

  /** The place goes to the next in the queue, or is free. */
  #leave(): void {
    const next = this.#queue.shift()
    if (!next) {
      this.#running--
      return
    }
    clearTimeout(next.giveUp)
    next.enter()
  }
}

const busy = () => new Problem('overloaded', { retryAfter: 2 })
