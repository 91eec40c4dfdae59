import { WorkGate, type WorkGateLimits } from './work-gate'

/** Limits how much work of a kind each person has running and waiting on this server, so that one person cannot take the places of all. */
export class PersonGates {
  readonly #limits: WorkGateLimits
  readonly #gates = new Map<string, { gate: WorkGate; calls: number }>()

  constructor(limits: WorkGateLimits) {
    this.#limits = limits
  }

  /** Runs the work when the person has a free slot. Throws 503 `overloaded` if too much of theirs waits, or waits too long. */
  async run<T>(person: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#gates.get(person) ?? { gate: new WorkGate(this.#limits), calls: 0 }
    this.#gates.set(person, entry)
    entry.calls++
    try {
      return await entry.gate.run(work)
    } finally {
      entry.calls--
      if (entry.calls === 0) this.#gates.delete(person)
    }
  }
}
