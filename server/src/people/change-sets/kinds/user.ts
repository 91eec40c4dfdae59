import type { ProfileChange } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { Problem } from '@lintel/contract/problems'
import { add, change, remove } from '../../customer-user-profiles/customer-user-profiles.store'
import { addByEmail } from '../../users/accepted-people.store'
import type { AppliedChangeSet, ChangeKind, ChangeResult, InputOf, ReadContext } from '../engine/change-kind'
import { restoreResultVersions } from '../engine/result-versions.store'
import { orStale } from './or-stale'
import type { RoleInput } from './role-cells'
import { planRoleRows, rolesBase } from './roles'
import { readUndoneRows, repeatedCell, repeatedChangeSet, required } from './undone-rows'
import {
  findChangedProfile,
  findProfileRow,
  insertProfileRow,
  isProfileTouched,
  type ProfileRow,
  profileFieldsIn,
} from './user-profile-row.store'

/** Changes a person's profile at the customer and their memberships, as one step. */
export const userKind: ChangeKind<'user'> = {
  kind: 'user',
  changes: [customerUserProfiles.type, ...rolesBase.changes],

  async read(input, at) {
    const { user, profile, cells, again } = await readRequest(input, at)
    if (!profile && cells.length === 0) throw new Problem('required', { pointer: '/data/attributes/input/cells' })
    const rows = cells.map((cell, at) => ({ ...cell, user, number: at + 1 }))
    const roles = planRoleRows(rows, { again })
    const total = cells.length + (profile ? 1 : 0)
    return {
      total,
      isResumable: true,
      async plan(db, set, part) {
        await roles.plan(db, set, part)
        if (profile && part.until === total) await insertProfileRow(db, set, { number: total, user, profile })
      },
    }
  },

  async apply(work, set) {
    const row = await findProfileRow(work.db, set.id)
    if (row) await orStale(() => applyProfile(work, set.customer, row))
    return withProfile(work, set, await rolesBase.apply(work, set))
  },

  async touched(db, set) {
    const [row, others] = [await findProfileRow(db, set.id), await rolesBase.touched(db, set)]
    return row && (await isProfileTouched(db, set, row)) ? [...others, row.number] : others
  },

  async undo(work, set) {
    const done = await rolesBase.undo(work, set)
    const row = await findProfileRow(work.db, set.id)
    if (!row || row.remains) return done
    const stored = { id: row.profile, version: row.result }
    await orStale(() => (row.before ? change(work, stored, row.before) : remove(work, stored)))
    await restoreResultVersions(work.db, set.id)
    return withProfile(work, set, done)
  },
}

/** A requested change of one person. */
interface UserRequest {
  user: string
  profile: ProfileChange | undefined
  cells: readonly Omit<RoleInput, 'number' | 'user'>[]
  /** The id of the undone change set that it repeats. */
  again?: string
}

/** Reads the input: either the requested change or the repetition of an undone change set. */
async function readRequest(input: InputOf<'user'>, at: ReadContext): Promise<UserRequest> {
  const again = repeatedChangeSet(input)
  if (again === undefined) {
    const { user, profile, cells } = input
    return { user: required('user', user), profile, cells: required('cells', cells) }
  }
  const rows = await readUndoneRows(at, again, 'user')
  const profile = rows.find(isProfileRow)
  return {
    user: rows[0]?.object.user ?? '',
    profile: profile && repeatedProfile(profile),
    cells: rows.filter((row) => !isProfileRow(row)).map(repeatedCell),
    again,
  }
}

const isProfileRow = ({ object }: ChangeSetRow) => object.type === customerUserProfiles.type

/** The change that repeats a profile's row, on condition that its fields are as they were before. */
const repeatedProfile = ({ before, after }: ChangeSetRow): ProfileChange => ({
  ...profileFieldsIn(after),
  ...(before ? { expected: profileFieldsIn(before) } : { expectedVersion: 0 }),
})

/** Adds the profile, if a row changes it, to the result of the memberships. */
async function withProfile({ db }: Work, { id }: AppliedChangeSet, done: ChangeResult): Promise<ChangeResult> {
  const { changed, records } = done
  const profile = await findChangedProfile(db, id)
  return profile ? { ...done, changed: changed + 1, records: records && [profile, ...records] } : done
}

type Work = Parameters<typeof change>[0]

async function applyProfile(work: Work, customer: string, { user, profile, version, after }: ProfileRow) {
  if (version !== null) return change(work, { id: profile, version }, after)
  await addByEmail(work, { customer, users: [user], added: [] })
  await add(work, { ...after, customer }, user, profile)
}
