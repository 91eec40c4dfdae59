import { readMembers } from '@lintel/contract/people/access-matrix'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'

/**
 * Compact storage of the levels of a table. For each project there is a sorted array of numbers, one for each membership: the person's
 * index, and in the last byte the level and whether a directory manages it. That is four bytes for each membership, found by binary search.
 */
export class AccessLevels {
  #projects: Uint32Array[] = []
  #administrators: ReadonlySet<number>
  #count: number

  /**
   * `members` of each project in the format of the access matrix. Administrators have access to every project, with a role of their own only
   * where they are the owner.
   */
  constructor(members: readonly string[], administrators: readonly number[]) {
    this.#administrators = new Set(administrators)
    this.#count = administrators.length * members.length
    let buffer = new Uint32Array(1_024)
    for (const text of members) {
      let length = 0
      readMembers(text, (person, level, isManaged) => {
        if (length === buffer.length) {
          const larger = new Uint32Array(2 * length)
          larger.set(buffer)
          buffer = larger
        }
        buffer[length] = packed(person, level, isManaged)
        length += 1
        if (!this.#administrators.has(person)) this.#count += 1
      })
      this.#projects.push(buffer.slice(0, length))
    }
  }

  /** Number of memberships, including those of customer administrators. */
  get count(): number {
    return this.#count
  }

  level(person: number, project: number): PrivilegeLevel {
    const member = this.#memberAt(person, project)
    if (member !== 0) return levelOf(member)
    return this.#projects[project] && this.#administrators.has(person)
      ? privilegeLevel.customerAdmin
      : privilegeLevel.inactive
  }

  /** Whether a directory assigned a level there; also true after a manual removal, because the next import assigns it again. */
  isManaged(person: number, project: number): boolean {
    return (this.#memberAt(person, project) & managedBit) !== 0
  }

  /** The packed membership; 0 where there is none. */
  #memberAt(person: number, project: number): number {
    const members = this.#projects[project]
    if (!members || person < 0) return 0
    const member = members[insertionIndex(members, person)] ?? 0
    return member >>> 8 === person ? member : 0
  }

  /** Sets a level. `isManaged` stays unchanged where it is omitted. */
  set(person: number, project: number, level: PrivilegeLevel, isManaged = this.isManaged(person, project)): void {
    const members = this.#projects[project]
    if (!members) return
    this.#count += Number(level > 0) - Number(this.level(person, project) > 0)
    const at = insertionIndex(members, person)
    const known = members[at]
    // A removed member keeps an entry without a level, because people are often added again.
    if (known !== undefined && known >>> 8 === person) members[at] = packed(person, level, isManaged)
    else {
      const larger = new Uint32Array(members.length + 1)
      larger.set(members.subarray(0, at))
      larger[at] = packed(person, level, isManaged)
      larger.set(members.subarray(at), at + 1)
      this.#projects[project] = larger
    }
  }

  /** Calls `each` for everybody with a level in a project, ordered by person; administrators only where they are the owner. */
  inProject(project: number, each: (person: number, level: PrivilegeLevel) => void): void {
    for (const member of this.#projects[project] ?? []) {
      const level = levelOf(member)
      if (level !== privilegeLevel.inactive) each(member >>> 8, level)
    }
  }
}

/** Bit of the last byte that marks a level assigned by a directory. */
const managedBit = 128

const packed = (person: number, level: PrivilegeLevel, isManaged: boolean) =>
  ((person << 8) | level | (isManaged ? managedBit : 0)) >>> 0

// Only valid levels are packed.
const levelOf = (member: number) => (member & (managedBit - 1)) as PrivilegeLevel

/** Index of a person among the members of a project, or where to insert them. */
function insertionIndex(members: Uint32Array, person: number): number {
  let low = 0
  let high = members.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((members[middle] ?? 0) >>> 8 < person) low = middle + 1
    else high = middle
  }
  return low
}
