import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { projectMembers } from '@lintel/contract/people/members'
import { users } from '@lintel/contract/people/users'
import { Problem } from '@lintel/contract/problems'
import { readArchive } from '../../exchange/spreadsheet/read-archive'
import type { Transaction } from '../../platform/database'
import { announceGained } from '../access-notices/access-notices'
import { type ChangeKind, type Planned, type RowsToDo, Stale } from '../change-sets/engine/change-kind'
import { mustFit } from '../change-sets/engine/must-fit'
import { rolesBase, writeRoles } from '../change-sets/kinds/roles'
import { findOrAddPeople } from '../users/new-person.store'
import {
  adoptMemberships,
  applyGroupAccess,
  applyGroupMembers,
  applyGroups,
  applyOwners,
  applyProfiles,
  newPeople,
  noteNewPeople,
  type Work,
} from './apply-import.store'
import { findAccess, findWanted, planGroupAccess } from './plan-access.store'
import { findGroups, planGroupMembers, planGroups, refuseCircles } from './plan-groups.store'
import { planMemberships, planOwners } from './plan-memberships.store'
import { findPeople, planUsers } from './plan-people.store'
import { countPlanned, isInviting, longWork, summarizePlan, writePlan } from './plan-rows.store'
import { bringGroupsToProjects, takeGroupsFromProjects } from './project-groups.store'
import { type DirectoryFiles, readDirectory } from './read-directory'
import { makeStage, stageDirectory } from './stage-directory.store'
import {
  touchedImportRows,
  undoGroupAccess,
  undoGroupMembers,
  undoGroups,
  undoOwners,
  undoProfiles,
} from './undo-import.store'

/** Accounts that are made in one statement. */
const peopleAtOnce = 1_000

/** Everything that a plan is made of, one after the other; others are answered between any two. */
const steps: readonly ((db: Transaction, set: Planned, domain: string) => Promise<unknown>)[] = [
  findPeople,
  refuseCircles,
  findGroups,
  planUsers,
  planGroups,
  planGroupMembers,
  findAccess,
  planGroupAccess,
  findWanted,
  planOwners,
  planMemberships,
]

/** An archive of a directory's files: people, groups, who is in them, and what they give in projects. */
export const adImportKind: ChangeKind<'ad-import'> = {
  kind: 'ad-import',
  changes: [projectMembers.type, customerUserProfiles.type, users.type],
  confirmedBy: 'POST /mgw/api/v3/rkv-ad-import',
  file: (input) => ({ ...input, read: readArchive }),

  async read({ domain }, { sheet }) {
    const files = await readDirectory(sheet, domain)
    const lines = linesOf(files)
    if (lines === 0) throw new Problem('required', { pointer: '/file' })
    mustFit('ad-import', lines)
    return {
      total: lines,
      isWhole: true,
      async plan(db, set) {
        await longWork(db)
        await makeStage(db)
        // A third of the work is bringing the lines in, a third comparing them, a third writing the rows.
        const told = async (third: number, share: number) => set.told?.(Math.floor((lines * (third + share)) / 3.01))
        await stageDirectory(db, files, (done) => told(0, done / lines))
        for (const [at, step] of steps.entries()) {
          await step(db, set, domain)
          await told(1, (at + 1) / steps.length)
        }
        const rows = await countPlanned(db)
        mustFit('ad-import', rows)
        await writePlan(db, set.id, rows, (share) => told(2, share))
        await summarizePlan(db, set.id, set.customer)
      },
    }
  },

  async apply(change, set) {
    const { db, actor, now } = change
    const work: Work = { db, set, actor: actor.id, now }
    const wanted = await newPeople(work)
    for (let at = 0; at < wanted.length; at += peopleAtOnce) {
      const part = wanted.slice(at, at + peopleAtOnce)
      const found = await findOrAddPeople(change, set.customer, part)
      if (found.size !== part.length) throw new Stale()
    }
    if (wanted.length > 0) await noteNewPeople(work)
    let changed = 0
    for (const step of [applyProfiles, applyGroups, applyGroupMembers, applyGroupAccess, applyOwners]) {
      changed += await step(work)
      await set.told?.(changed)
    }
    const others = await writeRoles(change, later(set, changed))
    await adoptMemberships(work)
    await bringGroupsToProjects(db, set.customer, now)
    await takeGroupsFromProjects(db, set, now)
    if (await isInviting(db, set.id)) await announceGained(change, set)
    return { changed: changed + others.changed }
  },

  async touched(db, set) {
    return [...(await touchedImportRows(db, set)), ...(await rolesBase.touched(db, set))].sort((a, b) => a - b)
  },

  async undo(change, set) {
    const { db, actor, now } = change
    const work: Work = { db, set, actor: actor.id, now }
    let { changed } = await rolesBase.undo(change, set)
    for (const step of [undoOwners, undoGroupAccess, undoGroupMembers, undoGroups]) changed += await step(work)
    await bringGroupsToProjects(db, set.customer, now)
    await takeGroupsFromProjects(db, set, now)
    return { changed: changed + (await undoProfiles(work)) }
  },
}

/** The same rows, of which some are done. */
const later = (set: RowsToDo, done: number): RowsToDo => ({ ...set, told: async (more) => set.told?.(done + more) })

const linesOf = ({ users: people, groups, memberships, access, refused }: DirectoryFiles): number =>
  people.length + groups.length + memberships.length + access.length + refused.length
