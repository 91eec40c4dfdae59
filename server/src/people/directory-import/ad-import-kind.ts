import { changeSets } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import type { Person } from '@lintel/contract/people/permissions'
import { users } from '@lintel/contract/people/users'
import { Problem } from '@lintel/contract/problems'
import { projects } from '@lintel/contract/projects/projects'
import { convertServiceAccounts } from '../../customers/customers/service-accounts.store'
import { readArchive } from '../../exchange/spreadsheet/read-archive'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import { requireFreshProof } from '../../platform/fresh-proof'
import type { Slice } from '../../platform/slices'
import { notifyGainedRoles } from '../access-notices/access-notices'
import { assertRowLimit } from '../change-sets/engine/assert-row-limit'
import { type ChangeKind, type PlannedChangeSet, type RowsToProcess, Stale } from '../change-sets/engine/change-kind'
import { lastRowNumber } from '../change-sets/kinds/apply-roles.store'
import { orStale } from '../change-sets/kinds/or-stale'
import { revertRoles, rolesBase, writeRoles } from '../change-sets/kinds/roles'
import { touchedRows } from '../change-sets/kinds/undo-roles.store'
import { auditKeptAccess, syncDerivedAccess } from '../directory-groups/derive-access'
import { withdrawInvitationsOfChangeSet } from '../invitations/invite'
import { findOrAddPeople } from '../users/find-or-add-people.store'
import {
  applyGroupAccess,
  applyGroupMembers,
  applyGroups,
  applyOwners,
  applyParents,
  applyProfiles,
  bumpGroupVersions,
  changedRows,
  type ImportWork,
  isAnybodyRefused,
  listNewPeople,
  lockPeople,
  lockProjects,
  lockServiceAccounts,
  markProfilesImported,
  recordAddedPeople,
  stageParents,
  storeNewUserIds,
} from './apply-import.store'
import { isDirectoryUnchanged, noteDirectoryRevision, readDirectoryRevision } from './directory-revision.store'
import { changesOwners, refuseOwnersUnlessStaff } from './owner-changes.store'
import {
  analyzeWantedAccess,
  collectWantedAccess,
  planGroupAccess,
  prepareWantedAccess,
  resolveAccess,
} from './plan-access.store'
import {
  planGroupMembers,
  planGroups,
  planMemberRemovals,
  rejectNesting,
  resolveGroups,
  resolveNesting,
} from './plan-groups.store'
import { planMemberships, planOwners } from './plan-memberships.store'
import { planUsers, resolvePeople } from './plan-people.store'
import {
  allowLongWork,
  countPlanned,
  isDomainInvited,
  isDomainVerified,
  shouldInvite,
  summarizePlan,
} from './plan-summary.store'
import { removeOrphanedProjectGroups, syncProjectGroups, wouldTakeUnplannedGroup } from './project-groups.store'
import { countDirectoryRows, readDirectory } from './read-directory'
import { rowRangesByType, slicesFor, splitRange } from './row-ranges.store'
import { createStagingTables, stageDirectory } from './stage-directory.store'
import {
  listPeopleOfImport,
  touchedImportRows,
  undoGroupAccess,
  undoGroupMembers,
  undoGroups,
  undoOwners,
  undoProfiles,
} from './undo-import.store'
import { writePlan } from './write-plan.store'

/** Accounts created per statement. */
const peopleBatchSize = 500

/**
 * Minimum milliseconds between two progress reports of a plan: each row that it writes is checked against every version of the change set that a
 * report has added since the transaction began.
 */
const progressIntervalMs = 300

/** A step of a plan, either over everything in the files or over one slice after the other. */
interface PlanStep {
  whole?: (db: Transaction, set: PlannedChangeSet, domain: string) => Promise<unknown>
  slice?: (db: Transaction, set: PlannedChangeSet, slice: Slice) => Promise<unknown>
}

/** The steps of a plan, in order; the event loop serves other requests between any two. */
const steps: readonly PlanStep[] = [
  { whole: resolvePeople },
  { whole: rejectNesting },
  { whole: resolveGroups },
  { whole: resolveNesting },
  { slice: planUsers },
  { slice: planGroupMembers },
  { whole: planMemberRemovals },
  { whole: resolveAccess },
  { whole: planGroups },
  { slice: planGroupAccess },
  { whole: prepareWantedAccess },
  { slice: collectWantedAccess },
  { whole: analyzeWantedAccess },
  { whole: planOwners },
  { slice: planMemberships },
]

/** Imports an archive of directory files: people, groups, group members and project access. */
export const adImportKind: ChangeKind<'ad-import'> = {
  kind: 'ad-import',
  changes: [...rolesBase.changes, customerUserProfiles.type, users.type, projects.type],
  confirmedBy: 'POST /mgw/api/v3/rkv-ad-import',
  file: (input) => ({ ...input, read: readArchive }),

  async read({ domain }, { sheet, onProgress: onReadProgress }) {
    // Reading the files is a tenth of the work, and half of that is done once the archive is unpacked.
    const lines = sheet.length
    const files = await readDirectory(
      sheet,
      domain,
      throttle(async (read) => onReadProgress?.({ done: Math.floor((lines + read) / 20), total: lines })),
    )
    const total = countDirectoryRows(files)
    if (total === 0) {
      throw new Problem('required', { pointer: '/file', detail: 'The files have no rows', meta: { reason: 'noRows' } })
    }
    return {
      total,
      isSinglePart: true,
      async plan(db, set) {
        const directoryRevision = await readDirectoryRevision(db, set.customer)
        await allowLongWork(db)
        await createStagingTables(db)
        // The rest is staging the rows of the files, comparing them and writing the rows, a third each.
        const onProgress = throttle(async (third: number, share: number) =>
          set.onProgress?.(Math.floor(total * (0.1 + 0.299 * (third + share)))),
        )
        await onProgress(0, 0)
        await stageDirectory(db, files, (done) => onProgress(0, done / total))
        const todo = steps.flatMap(({ whole, slice }) => [
          ...(whole ? [() => whole(db, set, domain)] : []),
          ...(slice ? slicesFor(total).map((each) => () => slice(db, set, each)) : []),
        ])
        for (const [at, step] of todo.entries()) {
          await step()
          await onProgress(1, (at + 1) / todo.length)
        }
        const rows = await countPlanned(db)
        assertRowLimit('ad-import', rows)
        await writePlan(db, set, rows, (share) => onProgress(2, share))
        await summarizePlan(db, set, { domain, directoryRevision })
      },
    }
  },

  async apply(change, set) {
    const { db, actor, now } = change
    await refuseOwnersUnlessStaff(change, set.id)
    if (!(await isDomainVerified(db, set)) || !(await isDirectoryUnchanged(db, set))) throw new Stale()
    const work: ImportWork = { db, set, actor: actor.id, now }
    // Before the others are locked: these are written, and locked in the order in which everybody locks them.
    const serviceAccounts = await lockServiceAccounts(work)
    if (serviceAccounts.length > 0) await convertServiceAccounts(change, serviceAccounts, { customer: set.customer })
    await lockPeople(work, changedRows(work))
    if ((await isAnybodyRefused(work)) || !(await isDomainInvited(db, set))) throw new Stale()
    await lockProjects(work, changedRows(work))
    const nextShare = splitProgress(set)
    await addNewPeople(change, work, nextShare(0.25))
    let changed = await runSteps(work, applySteps, nextShare(0.15))
    await nestGroups(work, nextShare(0.05))
    await bumpGroupVersions(work)
    const onRolesProgress = nextShare(0.33)
    const others = await writeRoles(
      change,
      withProgress(set, (done) => onRolesProgress(done / set.rows)),
    )
    changed += others.changed
    await markImported(work)
    if (await wouldTakeUnplannedGroup(db, set.id)) throw new Stale()
    await syncProjectGroups(db, set.customer, now, nextShare(0.13))
    await removeOrphanedProjectGroups(db, set, now, nextShare(0.04))
    await notifyGainedRoles(change, { ...set, isInviting: await shouldInvite(db, set.id) }, nextShare(0.05))
    await noteDirectoryRevision(db, set)
    return { changed }
  },

  async touched(db, set) {
    const onProgress = splitProgress({ ...set, rows: set.toUndo })(touchedCheckShare)
    const touched = await touchedImportRows(db, set)
    await onProgress(0.3)
    touched.push(...(await touchedRows(db, set, (share) => onProgress(0.3 + 0.7 * share))))
    return touched.sort((a, b) => a - b)
  },

  async assertMayUndo(change, { id }) {
    if (!(await changesOwners(change, id))) return
    await refuseOwnersUnlessStaff(change, id)
    // As for a change of a project's owner (security G9).
    requireFreshProof(change)
  },

  async undo(change, set) {
    const { db, actor, now } = change
    await refuseOwnersUnlessStaff(change, set.id)
    const work: ImportWork = { db, set, actor: actor.id, now }
    const nextShare = splitProgress(set, touchedCheckShare)
    const followers = (await isDirectoryUnchanged(db, set)) ? [] : await listPeopleOfImport(work)
    const onRolesProgress = nextShare(0.4 - touchedCheckShare)
    let { changed } = await revertRoles(
      change,
      withProgress(set, (done) => onRolesProgress(done / set.rows)),
    )
    changed += await runSteps(work, undoSteps, nextShare(0.3))
    await bumpGroupVersions(work)
    const { kept } = await syncDerivedAccess(change, set.customer, followers)
    auditKeptAccess(change, set.customer, { type: changeSets.type, id: set.id }, kept)
    await syncProjectGroups(db, set.customer, now, nextShare(0.1))
    await removeOrphanedProjectGroups(db, set, now, nextShare(0.2))
    // Also of new owners, whose memberships end after those of the other rows.
    await withdrawInvitationsOfChangeSet(change, set.id)
    return { changed }
  },
}

/** Calls the function at most once per `progressIntervalMs`. */
function throttle<Args extends unknown[]>(report: (...args: Args) => Promise<void>) {
  let calledAt = 0
  return async (...args: Args): Promise<void> => {
    if (performance.now() < calledAt + progressIntervalMs) return
    await report(...args)
    calledAt = performance.now()
  }
}

/** The share of an undo's progress that checks for modified rows. */
const touchedCheckShare = 0.05

type Step = (work: ImportWork) => Promise<number>

/** The steps for the rows of each type, in this order. */
const applySteps: Record<string, readonly Step[]> = {
  'directory-users': [recordAddedPeople, (work) => orStale(() => applyProfiles(work))],
  'directory-groups': [applyGroups],
  'directory-group-members': [applyGroupMembers],
  'directory-group-access': [applyGroupAccess],
  'directory-owners': [applyOwners],
}
const undoSteps: Record<string, readonly Step[]> = {
  'directory-owners': [undoOwners],
  'directory-group-access': [undoGroupAccess],
  'directory-group-members': [undoGroupMembers],
  'directory-groups': [undoGroups],
  'directory-users': [undoProfiles],
}

/** Runs the steps over the rows of their types in batches, and returns how many rows were changed. */
async function runSteps(
  work: ImportWork,
  steps: Record<string, readonly Step[]>,
  onProgress: OnProgress,
): Promise<number> {
  const rangesByType = await rowRangesByType(work.db, work.set.id, 'change')
  const todo = Object.entries(steps).flatMap(([type, each]) =>
    each.flatMap((step) => splitRange(rangesByType.get(type) ?? emptyRange).map((part) => ({ step, part }))),
  )
  let changed = 0
  for (const [at, { step, part }] of todo.entries()) {
    changed += await step({ ...work, part })
    await onProgress((at + 1) / todo.length)
  }
  return changed
}

const emptyRange = { after: 0, upTo: 0 }

/** Creates accounts for new people and stores their ids in the rows. */
async function addNewPeople(change: Change<Person>, work: ImportWork, onProgress: OnProgress): Promise<void> {
  const { db, set } = work
  const newPeople = await listNewPeople(work)
  if (newPeople.length === 0) return
  for (let at = 0; at < newPeople.length; at += peopleBatchSize) {
    const part = newPeople.slice(at, at + peopleBatchSize)
    const accounts = await findOrAddPeople(change, set.customer, part)
    if (accounts.size !== part.length) throw new Stale()
    await onProgress((0.5 * (at + part.length)) / newPeople.length)
  }
  const rows = splitRange({ after: 0, upTo: await lastRowNumber(db, set.id) })
  for (const [at, part] of rows.entries()) {
    await storeNewUserIds({ ...work, part })
    await onProgress(0.5 + (0.5 * (at + 1)) / rows.length)
  }
}

/** Stores which groups are in which. */
async function nestGroups(work: ImportWork, onProgress: OnProgress): Promise<void> {
  const parents = await stageParents(work)
  for (const part of splitRange({ after: 0, upTo: parents })) {
    await applyParents({ ...work, part })
    await onProgress(part.upTo / parents)
  }
}

async function markImported(work: ImportWork): Promise<void> {
  const rangesByType = await rowRangesByType(work.db, work.set.id, 'same')
  for (const part of splitRange(rangesByType.get('directory-users') ?? emptyRange))
    await markProfilesImported({ ...work, part })
}

/** Called with the completed share (0 to 1) of a section of the work. */
type OnProgress = (share: number) => Promise<void>

/** Divides the progress into consecutive sections, each with its share of the whole. `doneBefore` is the share that is already done. */
function splitProgress(set: RowsToProcess, doneBefore = 0): (share: number) => OnProgress {
  let done = doneBefore
  return (share) => {
    const from = done
    done += share
    return async (part) => set.onProgress?.(Math.floor(set.rows * (from + share * Math.min(part, 0.999))))
  }
}

/** The same rows with another progress callback. */
const withProgress = (set: RowsToProcess, onProgress: NonNullable<RowsToProcess['onProgress']>): RowsToProcess => ({
  ...set,
  onProgress,
})
