import { isLocked } from '@lintel/contract/people/members'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { AccessTable } from './access-table'
import type { RoleChange } from './change-role'

/** So many cells are changed in one go. */
export const mostChanges = 500

/** What a change of several cells would do. */
export interface ChangePlan {
  changes: RoleChange[]
  /** Cells that are what they are to become already. */
  same: number
  /** Of owners, customer administrators and the person themselves: they stay (admin-console chapter 4). */
  locked: number
  /** Cells whose text names no role that can be given. */
  unknown: number
}

/** A wish: a cell, and the level it is to have; undefined where a text named none. */
export interface Wish {
  person: number
  project: number
  level: PrivilegeLevel | undefined
}

/** Sorts wishes into what will change and what will not, and why not. */
export function planChanges(table: AccessTable, wishes: readonly Wish[], actor: string): ChangePlan {
  const plan: ChangePlan = { changes: [], same: 0, locked: 0, unknown: 0 }
  for (const { person, project, level } of wishes) {
    const now = table.level(person, project)
    const user = table.people[person]?.email ?? ''
    if (level === undefined) plan.unknown += 1
    else if (now === level) plan.same += 1
    else if (isLocked({ user, privilegeLevel: now }, actor)) plan.locked += 1
    else plan.changes.push({ person, project, level })
  }
  return plan
}

/** How many people the changes are about. */
export const peopleIn = (changes: readonly RoleChange[]): number => new Set(changes.map(({ person }) => person)).size

/** The level that a text names, in the reader's words or in English; an empty text is none (0). */
export function levelNamed(text: string, words: ReadonlyMap<string, PrivilegeLevel>): PrivilegeLevel | undefined {
  const said = text.trim().toLocaleLowerCase()
  return said === '' ? 0 : words.get(said)
}
