import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { type PrivilegeLevel, privilegeLevel } from './privilege-levels'

/** The letter of a level in {@link accessMatrix}, upper case where a directory manages the membership. */
const letters = {
  g: privilegeLevel.guest,
  u: privilegeLevel.member,
  w: privilegeLevel.workflowsAdmin,
  a: privilegeLevel.admin,
  c: privilegeLevel.customerAdmin,
  o: privilegeLevel.owner,
} as const

/** The levels with their letters: `[letter, level]`. */
export const levelLetters = Object.entries(letters) as [keyof typeof letters, PrivilegeLevel][]

/**
 * Who has access to what in a customer, in one response: ten thousand people, a thousand projects and two hundred thousand memberships in
 * about half a megabyte (compressed) instead of a record per cell. The memberships are also `project-members` records, which is where they
 * are changed.
 */
export const accessMatrix = z.object({
  /** The event cursor at the time of reading: changes since then follow from it (`readEvents`). */
  cursor: z.string(),
  /** Display names of the organizations that people work for. */
  organizations: z.array(z.string()),
  /** Sorted by name: email (the person's id), name, and the index of the organization, or -1 and the person's own text. */
  people: z.array(z.tuple([z.string(), z.string(), z.int(), z.string()])),
  /** Indexes in `people` of the customer's administrators: `customerAdmin` in every project they do not own. */
  administrators: z.array(z.int()),
  /** Indexes in `people` of those whose profile or groups came from a directory import, and of those from provisioning. */
  imported: z.array(z.int()),
  provisioned: z.array(z.int()),
  /** Indexes in `people` of guest accounts, which are guests in exactly one project. */
  guests: z.array(z.int()),
  /** Active projects, then hibernated ones, then libraries; each by name, without deleted ones. */
  projects: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      externalId: z.string().nullable(),
      isHibernated: z.boolean(),
      isLibrary: z.boolean(),
      /**
       * Its members in the order of `people`: the number of people skipped, then the letter of the level, upper case if a directory manages
       * it: `3u0a17U`.
       */
      members: z.string(),
      /** Memberships that end within `endsSoonDays` or have ended: index in `people`, and when. */
      ends: z.array(z.tuple([z.int(), instant])),
    }),
  ),
  /** Number of projects omitted because their login methods require another sign-in. */
  omittedProjects: z.int(),
})

export type AccessMatrix = z.output<typeof accessMatrix>

/** Who has access to what in a customer. For its administrators, its API users and staff. */
export const readAccessMatrix = call({
  method: 'GET',
  path: '/mgw/api/v3/customers/{customer}/access-matrix',
  summary: 'Who has access to what in a customer, all of it in one compact answer',
  parameters: z.object({ customer: z.string().max(254) }),
  answer: accessMatrix,
  problems: ['notFound', 'overloaded'],
})

/** The levels by the codes of their letters. */
const levelOfCode = new Map(levelLetters.map(([letter, level]) => [letter.charCodeAt(0), level]))

/** The ASCII bit that distinguishes lower case from upper case. */
const smallBit = 32

/**
 * Parses the members of a project: calls `each` with the index in `people`, the level, and whether a directory manages it. Unknown letters
 * are skipped.
 */
export function readMembers(
  members: string,
  each: (person: number, level: PrivilegeLevel, isManaged: boolean) => void,
): void {
  let passed = 0
  let person = -1
  for (let at = 0; at < members.length; at += 1) {
    const code = members.charCodeAt(at)
    if (code >= 48 && code <= 57) {
      passed = passed * 10 + code - 48
      continue
    }
    person += passed + 1
    passed = 0
    const level = levelOfCode.get(code | smallBit)
    if (level !== undefined) each(person, level, (code & smallBit) === 0)
  }
}
