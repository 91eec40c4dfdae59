import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { AccessTable } from './access-table'
import { addMember, changeMember, findMember } from './save-member'

/** A cell that is to become something else. */
export interface RoleChange {
  person: number
  project: number
  level: PrivilegeLevel
}

/** Somebody else has changed the cell since it was read. */
export class ChangedMeanwhile extends Error {
  /** What it is by now. */
  readonly level: PrivilegeLevel

  constructor(level: PrivilegeLevel) {
    super('Somebody else changed this role in the meantime')
    this.name = 'ChangedMeanwhile'
    this.level = level
  }
}

/** Changes of one cell follow each other: each is made from what the one before it left. */
const underWay = new Map<string, Promise<unknown>>()

/** Whether a change of the cell is on its way to the server. */
export const isUnderWay = (user: string, project: string): boolean => underWay.has(`${project} ${user}`)

/**
 * Makes a change: at once in the table, then on the server. Refused, the cell is again what it was, or what it has
 * become meanwhile. Throws {@link ChangedMeanwhile}, or like `send`.
 */
export async function changeRole(table: AccessTable, { person, project, level }: RoleChange): Promise<void> {
  const before = table.level(person, project)
  if (before === level) return
  const user = table.people[person]?.email ?? ''
  const id = table.projects[project]?.id ?? ''
  const key = `${id} ${user}`
  table.set(person, project, level)
  const earlier = underWay.get(key)
  const change = (async () => {
    await earlier?.catch(() => {})
    await (before === privilegeLevel.inactive ? add(user, id, level) : update(user, id, before, level))
  })()
  underWay.set(key, change)
  try {
    await change
  } catch (error) {
    // A later change of the same cell has the word by now.
    if (underWay.get(key) === change)
      table.set(person, project, error instanceof ChangedMeanwhile ? error.level : before)
    throw error
  } finally {
    if (underWay.get(key) === change) underWay.delete(key)
  }
}

async function add(user: string, project: string, level: PrivilegeLevel): Promise<void> {
  const known = await findMember(user, project)
  if (known) throw new ChangedMeanwhile(known.privilegeLevel)
  await addMember(user, project, { privilegeLevel: level })
}

/** The table holds a byte a cell; the membership's id and version are asked for when they are needed, which also tells
 * whether what the person saw is still so. */
async function update(user: string, project: string, before: PrivilegeLevel, level: PrivilegeLevel): Promise<void> {
  const member = await findMember(user, project)
  if (member?.privilegeLevel !== before) throw new ChangedMeanwhile(member?.privilegeLevel ?? privilegeLevel.inactive)
  await changeMember(member, { privilegeLevel: level })
}
