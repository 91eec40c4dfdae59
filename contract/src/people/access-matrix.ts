import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { type PrivilegeLevel, privilegeLevel } from './privilege-levels'

/** How a level is written in {@link accessMatrix}: one letter, a capital one where a directory gave a level there. */
const letters = {
  g: privilegeLevel.guest,
  u: privilegeLevel.member,
  w: privilegeLevel.workflowsAdmin,
  a: privilegeLevel.admin,
  c: privilegeLevel.customerAdmin,
  o: privilegeLevel.owner,
} as const

/** The letters of the levels, for whoever writes a matrix: `[letter, level]`. */
export const levelLetters = Object.entries(letters) as [keyof typeof letters, PrivilegeLevel][]

/**
 * Who has access to what in a customer, all of it at once: ten thousand people, a thousand projects and two hundred
 * thousand memberships in about half a megabyte (compressed) instead of a record a cell. The memberships are also
 * ordinary records, `project-members`, which is where one is changed.
 */
export const accessMatrix = z.object({
  /** Where the customer's history stood when this was read: what changed since is told from here on (`readEvents`). */
  cursor: z.string(),
  /** Names of the organizations that people are known to work for. */
  organizations: z.array(z.string()),
  /** By name: email (the person's id), name, and which of the organizations, or -1 and what they say themselves. */
  people: z.array(z.tuple([z.string(), z.string(), z.int(), z.string()])),
  /** Places in `people` of those who administer the customer: `customerAdmin` in every project they do not own. */
  administrators: z.array(z.int()),
  /** Places in `people` of those whose profile or groups an import of the customer's directory brought, and those of provisioning. */
  imported: z.array(z.int()),
  provisioned: z.array(z.int()),
  /** Places in `people` of guest accounts, which have no other level than guest, and that in one project. */
  guests: z.array(z.int()),
  /** Those that people work in, then hibernated ones, then libraries; each by name, without deleted ones. */
  projects: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      externalId: z.string().nullable(),
      isHibernated: z.boolean(),
      isLibrary: z.boolean(),
      /**
       * Its members, in the order of `people`: how many people are passed over, then the level's letter, a capital one for what a
       * directory manages: `3u0a17U`.
       */
      members: z.string(),
      /** Memberships that end within `endsSoonDays` and are not over: a place in `people`, and when. */
      ends: z.array(z.tuple([z.int(), instant])),
    }),
  ),
  /** How many projects are left out, since their login methods ask for another sign-in. */
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
  problems: ['notFound'],
})

/** The levels by the codes of their letters. */
const levelOfCode = new Map(levelLetters.map(([letter, level]) => [letter.charCodeAt(0), level]))

/** What small letters have, and capital ones have not. */
const smallBit = 32

/**
 * Reads one project's members: calls `each` with a place in `people`, a level, and whether a directory manages it. Letters it does not
 * know are no members.
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
