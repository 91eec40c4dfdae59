/** A deterministic random generator: the same seed gives the same world. */
export interface Random {
  /** An integer from 0 up to, but not including, `below`. */
  whole(below: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** A random sample without duplicates; all elements when there are fewer than `count`. */
  some<T>(from: readonly T[], count: number): T[]
}

/** mulberry32: 32 bits of state suffice for names and teams. */
export function randomOf(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (below: number) => Math.floor(next() * below)
  return {
    whole,
    chance: (probability) => next() < probability,
    pick: (from) => {
      const picked = from[whole(from.length)]
      if (picked === undefined) throw new RangeError('There is nothing to pick from')
      return picked
    },
    some: (from, count) => {
      const left = [...from]
      return Array.from({ length: Math.min(count, left.length) }).flatMap(() => left.splice(whole(left.length), 1))
    },
  }
}
