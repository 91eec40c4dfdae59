import { z } from 'zod'
import type { PrivilegeLevel } from './privilege-levels'

/** The roles that a directory import gives (admin-console chapter 4); of a group, 20 is one that the directory controls. */
const importedRoles = { 30: 'owner', 20: 'admin', 10: 'user', 0: 'inactive' } as const

const level = z.union([z.literal(30), z.literal(20), z.literal(10), z.literal(0)])

/** One step of a directory import (admin-console chapter 3). Fields that do not apply are null. */
export const adImportStep = z.strictObject({
  /** The group's name. */
  group: z.string().nullable(),
  /** The level after the step, and the one before; 0 for nothing. */
  levelnew: level,
  levelold: level,
  /** The project's id. */
  project: z.string().nullable(),
  /** Why the step cannot be done. */
  error: z.string().nullable(),
  /** The person's name. */
  name: z.string().nullable(),
  /** The person's email. */
  user: z.string().nullable(),
  gateway: z.string().nullable(),
  /** The step changes nothing. */
  redundant: z.boolean(),
})

export type AdImportStep = z.output<typeof adImportStep>

/** Whether a directory import can give the level. */
export const isImportedLevel = (value: unknown): value is AdImportStep['levelnew'] => level.safeParse(value).success

/** The type of a step, derived from its fields. */
export const importType = z.enum(['User', 'Group membership', 'Group', 'Project access', 'Other'])

export type AdImportType = z.output<typeof importType>

/** The type of a step; one with a person and a group is about the membership, even within a project. */
export function importTypeOf({ user, group, project }: Pick<AdImportStep, 'user' | 'group' | 'project'>): AdImportType {
  if (user !== null && group !== null) return 'Group membership'
  if (user !== null) return project === null ? 'User' : 'Project access'
  if (group !== null) return project === null ? 'Group' : 'Project access'
  return 'Other'
}

/** Every role that a step can lead to: imports never give the last three, but removing a directory level can restore one set by hand. */
const roles = { ...importedRoles, 25: 'customer admin', 15: 'workflows', 5: 'guest' } as const satisfies Record<
  PrivilegeLevel,
  string
>

/** The action of a step, with the names of the specification. */
export type AdImportAction =
  | 'no change'
  | 'create'
  | 'remove'
  | 'make AD controlled'
  | 'make member'
  | 'remove member'
  | `make ${(typeof roles)[PrivilegeLevel]}`

/** The action of a step: none where the level is unchanged, else by its type and levels. */
export function importActionOf(
  step: Pick<AdImportStep, 'user' | 'group' | 'project'> & Record<'levelnew' | 'levelold', PrivilegeLevel>,
): AdImportAction {
  const { levelnew, levelold } = step
  const type = importTypeOf(step)
  if (levelnew === levelold) return 'no change'
  if (type === 'Group membership') return levelnew === 0 ? 'remove member' : 'make member'
  if (type === 'Project access') return `make ${roles[levelnew]}`
  if (levelnew === 0) return 'remove'
  if (levelold === 0) return 'create'
  return type === 'Group' && levelold === 10 && levelnew === 20 ? 'make AD controlled' : `make ${roles[levelnew]}`
}
