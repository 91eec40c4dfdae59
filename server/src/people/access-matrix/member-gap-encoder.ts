const zero = 48
const nine = 57
const customerAdmin = 'c'.charCodeAt(0)
const owners = [...'oO'].map((letter) => letter.charCodeAt(0))

/**
 * Encodes the members of a project as position gaps and level letters. Buffers are reused between projects: a large
 * customer has millions of members.
 */
export class MemberGapEncoder {
  /** Indexed by position: 1 for an administrator of the customer. */
  readonly #administers: Uint8Array
  /** Members of one project packed into integers for numeric sorting: the position, and the letter in the lowest byte. */
  #packed = new Uint32Array(1_024)
  #bytes = Buffer.alloc(8_192)

  /** Takes the number of people and the positions of the customer's administrators. */
  constructor(people: number, administrators: readonly number[]) {
    this.#administers = new Uint8Array(people)
    for (const position of administrators) this.#administers[position] = 1
  }

  /** Takes `members` as 1-based positions and letters, in any order. A customer administrator gets that level unless they own the project. */
  write(members: string): string {
    const packed = this.#read(members).sort()
    // The longest gap has ten digits.
    if (this.#bytes.length < packed.length * 11) this.#bytes = Buffer.alloc(packed.length * 22)
    let last = -1
    let length = 0
    for (const member of packed) {
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
    let position = 0
    for (let at = 0; at < members.length; at += 1) {
      const code = members.charCodeAt(at)
      if (code <= nine) {
        position = position * 10 + code - zero
        continue
      }
      if (count === this.#packed.length) {
        const larger = new Uint32Array(2 * count)
        larger.set(this.#packed)
        this.#packed = larger
      }
      this.#packed[count] = (position - 1) * 256 + code
      position = 0
      count += 1
    }
    return this.#packed.subarray(0, count)
  }

  /** Writes a number at `start` and returns the offset behind it. */
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
