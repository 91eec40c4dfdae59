import type { ProjectMember } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type AccessTable, soonEnd } from './access-table'
import { endOf } from './member-draft'
import { addMember, changeMember, findMember } from './save-member'

/** A cell that is to become something else. */
export interface RoleChange {
  person: number
  project: number
  level: PrivilegeLevel
  /** The membership that is put back with it as it was: its end and login methods, and nobody is mailed. */
  restored?: ProjectMember | undefined
}

/** A change that was made. */
export interface RoleMade {
  /** What the cell was before. */
  before: PrivilegeLevel
  /** The membership that ended by it, as it was. */
  removed: ProjectMember | undefined
}

/** What a cell is on the server: its level, and its end if that is soon. */
interface Confirmed {
  level: PrivilegeLevel
  end: string | null
}

const confirmedOf = (member: ProjectMember | undefined): Confirmed =>
  member
    ? { level: member.privilegeLevel, end: soonEnd(member, Date.now()) }
    : { level: privilegeLevel.inactive, end: null }

/** Somebody else has changed the cell since it was read. */
export class ChangedMeanwhile extends Error {
  /** What it is by now. */
  readonly level: PrivilegeLevel
  readonly end: string | null

  constructor(member: ProjectMember | undefined) {
    super('Somebody else changed this role in the meantime')
    this.name = 'ChangedMeanwhile'
    const { level, end } = confirmedOf(member)
    this.level = level
    this.end = end
  }
}

/** Changes of one cell follow each other: each is made from what the one before it left. */
interface Flight {
  last: Promise<unknown>
  confirmed: Confirmed
}
const underWay = new Map<string, Flight>()

/** Whether a change of the cell is on its way to the server. */
export const isUnderWay = (user: string, project: string): boolean => underWay.has(`${project} ${user}`)

/**
 * Makes a change: at once in the table, then on the server. Refused, the cell is again what it was on the server, or
 * what it has become there meanwhile. Throws {@link ChangedMeanwhile}, or like `send`.
 */
export async function changeRole(
  table: AccessTable,
  { person, project, level, restored }: RoleChange,
): Promise<RoleMade> {
  const shown = table.level(person, project)
  if (shown === level) return { before: level, removed: undefined }
  const user = table.people[person]?.email ?? ''
  const id = table.projects[project]?.id ?? ''
  const key = `${id} ${user}`
  const flight = underWay.get(key) ?? {
    last: Promise.resolve(),
    confirmed: { level: shown, end: table.endAt(person, project) ?? null },
  }
  table.set(person, project, level, restored && soonEnd(restored, Date.now()))
  const change = makeAfter(flight.last, flight, { user, project: id, level, restored })
  flight.last = change
  underWay.set(key, flight)
  try {
    return await change
  } finally {
    // A later change of the same cell has the word by now.
    if (flight.last === change) {
      underWay.delete(key)
      table.set(person, project, flight.confirmed.level, flight.confirmed.end)
    }
  }
}

interface Made extends Pick<RoleChange, 'level' | 'restored'> {
  user: string
  project: string
}

async function makeAfter(earlier: Promise<unknown>, flight: Flight, wanted: Made): Promise<RoleMade> {
  await earlier.catch((error: unknown) => {
    // What somebody else made of the cell is seen before it is changed again.
    if (error instanceof ChangedMeanwhile) throw error
  })
  const { level: before, end } = flight.confirmed
  const { level, restored } = wanted
  if (before === level) return { before, removed: undefined }
  try {
    const isNew = before === privilegeLevel.inactive
    const removed = isNew ? await add(wanted) : await update(wanted, before)
    const isEnd = level === privilegeLevel.inactive
    flight.confirmed = { level, end: isEnd ? null : isNew && restored ? soonEnd(restored, Date.now()) : end }
    return { before, removed }
  } catch (error) {
    if (error instanceof ChangedMeanwhile) flight.confirmed = { level: error.level, end: error.end }
    throw error
  }
}

async function add({ user, project, level, restored }: Made): Promise<undefined> {
  const known = await findMember(user, project)
  if (known) throw new ChangedMeanwhile(known)
  await addMember(user, project, { privilegeLevel: level, ...(restored && termsOf(restored)) })
}

/** All that a membership was besides its level. Its invitation is none of that: a mail cannot be taken back. */
const termsOf = (member: ProjectMember) => ({
  [member.privilegeLevel === privilegeLevel.guest ? 'expirationDate' : 'accessUntil']: endOf(member),
  providers: member.providers,
  sendInvitation: false,
})

/** The table holds a byte a cell; the membership's id and version are asked for when they are needed, which also tells
 * whether what the person saw is still so. Gives the membership if it ended. */
async function update({ user, project, level }: Made, before: PrivilegeLevel): Promise<ProjectMember | undefined> {
  const member = await findMember(user, project)
  if (member?.privilegeLevel !== before) throw new ChangedMeanwhile(member)
  await changeMember(member, { privilegeLevel: level })
  return level === privilegeLevel.inactive ? member : undefined
}
