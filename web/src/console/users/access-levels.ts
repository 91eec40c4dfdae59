import { readMembers } from '@lintel/contract/people/access-matrix'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'

/**
 * The levels of a table, project by project: a membership is one number, the place of its person and in its last byte the
 * level and whether a directory manages it, in the order of the people. So they take four bytes a membership, however many people and projects there are,
 * and one is found by halving.
 */
export class AccessLevels {
  #projects: Uint32Array[] = []
  #administrators: ReadonlySet<number>
  #count: number

  /** `members` of each project as an access matrix has them; administrators have every project unless they own it. */
  constructor(members: readonly string[], administrators: readonly number[]) {
    this.#administrators = new Set(administrators)
    this.#count = administrators.length * members.length
    let room = new Uint32Array(1_024)
    for (const text of members) {
      let length = 0
      readMembers(text, (person, level, isManaged) => {
        if (length === room.length) {
          const larger = new Uint32Array(2 * length)
          larger.set(room)
          room = larger
        }
        room[length] = packed(person, level, isManaged)
        length += 1
        if (!this.#administrators.has(person)) this.#count += 1
      })
      this.#projects.push(room.slice(0, length))
    }
  }

  /** Memberships there are, those of customer administrators too. */
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

  /** Whether a directory gave a level there; also of one that was removed by hand, since the next import gives it again. */
  isManaged(person: number, project: number): boolean {
    return (this.#memberAt(person, project) & managedBit) !== 0
  }

  /** A membership as it is kept; 0 where there is none. */
  #memberAt(person: number, project: number): number {
    const found = this.#projects[project]
    if (!found || person < 0) return 0
    const member = found[placeOf(found, person)] ?? 0
    return member >>> 8 === person ? member : 0
  }

  /** Puts a level in; whether a directory manages it stays as it is where that is left out. */
  set(person: number, project: number, level: PrivilegeLevel, isManaged = this.isManaged(person, project)): void {
    const found = this.#projects[project]
    if (!found) return
    this.#count += Number(level > 0) - Number(this.level(person, project) > 0)
    const at = placeOf(found, person)
    const known = found[at]
    // Whoever has left stays as one without a level: they often come back.
    if (known !== undefined && known >>> 8 === person) found[at] = packed(person, level, isManaged)
    else {
      const larger = new Uint32Array(found.length + 1)
      larger.set(found.subarray(0, at))
      larger[at] = packed(person, level, isManaged)
      larger.set(found.subarray(at), at + 1)
      this.#projects[project] = larger
    }
  }

  /** Calls `each` with everybody who has a level in a project, in the order of the people, but administrators who own nothing there. */
  inProject(project: number, each: (person: number, level: PrivilegeLevel) => void): void {
    for (const member of this.#projects[project] ?? []) {
      const level = levelOf(member)
      if (level !== privilegeLevel.inactive) each(member >>> 8, level)
    }
  }
}

/** Beside the level, in the last byte: a directory gave one there. */
const managedBit = 128

const packed = (person: number, level: PrivilegeLevel, isManaged: boolean) =>
  ((person << 8) | level | (isManaged ? managedBit : 0)) >>> 0

// A level that was put in.
const levelOf = (member: number) => (member & (managedBit - 1)) as PrivilegeLevel

/** Where a person stands among the members of a project, or would stand. */
function placeOf(members: Uint32Array, person: number): number {
  let low = 0
  let high = members.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((members[middle] ?? 0) >>> 8 < person) low = middle + 1
    else high = middle
  }
  return low
}
