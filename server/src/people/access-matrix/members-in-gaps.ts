const zero = 48
const nine = 57
const customerAdmin = 'c'.charCodeAt(0)
const owners = [...'oO'].map((letter) => letter.charCodeAt(0))

/**
 * Writes the members of projects as gaps and letters. What it writes with is used again from one project to the next: a
 * large customer has millions of members.
 */
export class MembersInGaps {
  /** By place, 1 for who administers the customer. */
  readonly #administers: Uint8Array
  /** Members of one project as numbers, so that they are sorted as numbers: the place, and the letter in the last byte. */
  #found = new Uint32Array(1_024)
  #bytes = Buffer.alloc(8_192)

  /** So many people, and the places of those who administer the customer. */
  constructor(people: number, administrators: readonly number[]) {
    this.#administers = new Uint8Array(people)
    for (const place of administrators) this.#administers[place] = 1
  }

  /**
   * `members` as places from 1 and letters, in any order. Who administers the customer does so here, unless they own it.
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
    let place = 0
    for (let at = 0; at < members.length; at += 1) {
      const code = members.charCodeAt(at)
      if (code <= nine) {
        place = place * 10 + code - zero
        continue
      }
      if (count === this.#found.length) {
        const larger = new Uint32Array(2 * count)
        larger.set(this.#found)
        this.#found = larger
      }
      this.#found[count] = (place - 1) * 256 + code
      place = 0
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
