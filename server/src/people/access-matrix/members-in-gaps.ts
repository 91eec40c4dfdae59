const zero = 48
const nine = 57
const customerAdmin = 'c'.charCodeAt(0)
const owners = [...'oO'].map((letter) => letter.charCodeAt(0))

/**
 * Writes the members of projects as gaps and letters. What it writes with is used again from one project to the next: a
 * large customer has millions of members.
 */
export class MembersInGaps {
  /** By rank, the place among the people who are shown, from 1; 0 for those who are not. */
  #places: Uint32Array
  #administers: readonly boolean[]
  /** Members of one project as numbers, so that they are sorted as numbers: the place, and the letter in the last byte. */
  #found = new Uint32Array(1_024)
  #bytes = Buffer.alloc(8_192)

  /** The people in their order: the rank by which members name them, and whether they administer the customer. */
  constructor(people: readonly { rank: number; administers: boolean }[]) {
    this.#places = new Uint32Array((people.at(-1)?.rank ?? 0) + 1)
    people.forEach(({ rank }, at) => {
      this.#places[rank] = at + 1
    })
    this.#administers = people.map(({ administers }) => administers)
  }

  /**
   * `members` as ranks and letters, in any order; those who are not shown are left out. Who administers the customer does
   * so here, unless they own it.
   */
  write(members: string): string {
    const found = this.#read(members).sort()
    // The longest gap of all has ten digits.
    if (this.#bytes.length < found.length * 11) this.#bytes = Buffer.alloc(found.length * 22)
    let last = -1
    let length = 0
    for (const member of found) {
      const person = member >>> 8
      const letter = member & 255
      length = this.#writeNumber(person - last - 1, length)
      this.#bytes[length] = this.#administers[person] && !owners.includes(letter) ? customerAdmin : letter
      length += 1
      last = person
    }
    return this.#bytes.toString('latin1', 0, length)
  }

  #read(members: string): Uint32Array {
    let count = 0
    let rank = 0
    for (let at = 0; at < members.length; at += 1) {
      const code = members.charCodeAt(at)
      if (code <= nine) {
        rank = rank * 10 + code - zero
        continue
      }
      const place = this.#places[rank] ?? 0
      rank = 0
      if (place === 0) continue
      if (count === this.#found.length) {
        const larger = new Uint32Array(2 * count)
        larger.set(this.#found)
        this.#found = larger
      }
      this.#found[count] = (place - 1) * 256 + code
      count += 1
    }
    return this.#found.subarray(0, count)
  }

  /** Writes a number from `start` on, and gives where it ends. */
  #writeNumber(value: number, start: number): number {
    let end = start + 1
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) end += 1
    let rest = value
    for (let at = end - 1; at >= start; at -= 1) {
      this.#bytes[at] = zero + (rest % 10)
      rest = Math.floor(rest / 10)
    }
    return end
  }
}
