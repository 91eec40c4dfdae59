import { clientAddress } from '../../platform/client-address'
import type { RefusalContext } from '../credentials/ended-use'

/** The window within which repetitions are not recorded, in milliseconds. */
const windowMs = 10 * 60_000
/** Maximum number of recorded events per window. */
const maxEvents = 200

/**
 * Records secrets that are not ours in the audit log: once per action and client address in each window of ten minutes, at most 200 in all,
 * because anybody can send them as fast as a network carries them (decision 064).
 */
export class UnknownSecrets {
  readonly #recorded = new Set<string>()
  #windowEnds = 0
  #last: Promise<void> = Promise.resolve()

  /** Records the failed action of nobody, unless it was recorded in this window. */
  async record(
    { now, origin, log, change }: RefusalContext,
    action: 'session.refresh' | 'feed-token.refresh',
  ): Promise<void> {
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + windowMs
      this.#recorded.clear()
    }
    const key = `${action} ${clientAddress(origin.ip)}`
    if (this.#recorded.has(key) || this.#recorded.size >= maxEvents) return
    this.#recorded.add(key)
    if (this.#recorded.size === maxEvents) log.warn('more unknown secrets are sent than the audit log records')
    const actor = { id: null, email: null }
    const write = () =>
      change(async ({ audit }) => audit({ action, customer: null, result: 'failure', reason: 'unknown', actor }))
    // Serialised, so that a flood occupies only one database connection.
    const written = this.#last.then(write)
    this.#last = written.catch(() => {
      this.#recorded.delete(key)
    })
    await written
  }
}
