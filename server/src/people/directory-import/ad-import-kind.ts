import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { projectMembers } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { users } from '@lintel/contract/people/users'
import { Problem } from '@lintel/contract/problems'
import { projects } from '@lintel/contract/projects/projects'
import { readArchive } from '../../exchange/spreadsheet/read-archive'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import type { Slice } from '../../platform/slices'
import { announceGained } from '../access-notices/access-notices'
import { type ChangeKind, type Planned, type RowsToDo, Stale } from '../change-sets/engine/change-kind'
import { mustFit } from '../change-sets/engine/must-fit'
import { lastNumber } from '../change-sets/kinds/apply-roles.store'
import { rolesBase, writeRoles } from '../change-sets/kinds/roles'
import { touchedRows } from '../change-sets/kinds/undo-roles.store'
import { findOrAddPeople } from '../users/new-person.store'
import {
  adoptMemberships,
  adoptProfiles,
  applyGroupAccess,
  applyGroupMembers,
  applyGroups,
  applyOwners,
  applyParents,
  applyProfiles,
  newPeople,
  noteNewPeople,
  raiseGroups,
  type Work,
} from './apply-import.store'
import { partsBetween, rowsByType, slicesFor } from './parts.store'
import { findAccess, findGiven, findWanted, measureGiven, planGroupAccess } from './plan-access.store'
import { findGroups, planGroupMembers, planGroups, planLeaving, refuseCircles } from './plan-groups.store'
import { planMemberships, planOwners } from './plan-memberships.store'
import { findPeople, planUsers } from './plan-people.store'
import { countPlanned, isDomainTheirs, isInviting, longWork, summarizePlan } from './plan-rows.store'
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
import { writePlan } from './write-plan.store'

/** Accounts that are made in one statement. */
const peopleAtOnce = 500

/**
 * Milliseconds in which a plan tells no more than once how far it is: each row that it writes is checked against the change set, by way of
 * all that was told of it since the transaction began.
 */
const toldAgainAfter = 300

/** Does a part of a plan: of all that the files say, or of one slice of it after the other. */
interface PlanStep {
  whole?: (db: Transaction, set: Planned, domain: string) => Promise<unknown>
  slice?: (db: Transaction, set: Planned, slice: Slice) => Promise<unknown>
}

/** Everything that a plan is made of, one after the other; others are answered between any two. */
const steps: readonly PlanStep[] = [
  { whole: findPeople },
  { whole: refuseCircles },
  { whole: findGroups },
  { slice: planUsers },
  { whole: planGroups },
  { slice: planGroupMembers },
  { whole: planLeaving },
  { whole: findAccess },
  { slice: planGroupAccess },
  { whole: findWanted },
  { slice: findGiven },
  { whole: measureGiven },
  { whole: planOwners },
  { slice: planMemberships },
]

/** An archive of a directory's files: people, groups, who is in them, and what they give in projects. */
export const adImportKind: ChangeKind<'ad-import'> = {
  kind: 'ad-import',
  changes: [projectMembers.type, customerUserProfiles.type, users.type, projects.type],
  confirmedBy: 'POST /mgw/api/v3/rkv-ad-import',
  file: (input) => ({ ...input, read: readArchive }),

  async read({ domain }, { sheet, told: toldOfReading }) {
    // A tenth of the work is reading the files, and half of that is done once the archive is unfolded.
    const total = sheet.length
    const files = await readDirectory(
      sheet,
      domain,
      nowAndThen(async (lines) => toldOfReading?.({ done: Math.floor((total + lines) / 20), total })),
    )
    const lines = linesOf(files)
    if (lines === 0) {
      throw new Problem('required', { pointer: '/file', detail: 'The files have no rows', meta: { reason: 'noRows' } })
    }
    mustFit('ad-import', lines)
    return {
      total: lines,
      isWhole: true,
      async plan(db, set) {
        await longWork(db)
        await makeStage(db)
        // The rest is bringing the lines in, comparing them, and writing the rows, a third each.
        const told = nowAndThen(async (third: number, share: number) =>
          set.told?.(Math.floor(lines * (0.1 + 0.299 * (third + share)))),
        )
        await told(0, 0)
        await stageDirectory(db, files, (done) => told(0, done / lines))
        const todo = steps.flatMap(({ whole, slice }) => [
          ...(whole ? [() => whole(db, set, domain)] : []),
          ...(slice ? slicesFor(lines).map((each) => () => slice(db, set, each)) : []),
        ])
        for (const [at, step] of todo.entries()) {
          await step()
          await told(1, (at + 1) / todo.length)
        }
        const rows = await countPlanned(db)
        mustFit('ad-import', rows)
        await writePlan(db, set, rows, (share) => told(2, share))
        await summarizePlan(db, set, domain)
      },
    }
  },

  async apply(change, set) {
    const { db, actor, now } = change
    if (!(await isDomainTheirs(db, set))) throw new Stale()
    const work: Work = { db, set, actor: actor.id, now }
    const stretch = stretches(set)
    await bringNewPeople(change, work, stretch(0.25))
    let changed = await inParts(work, applySteps, stretch(0.2))
    await raiseGroups(work)
    const toldOfRoles = stretch(0.33)
    const others = await writeRoles(
      change,
      withTold(set, (done) => toldOfRoles(done / set.rows)),
    )
    changed += others.changed
    await adoptInParts(work)
    await bringGroupsToProjects(db, set.customer, now, stretch(0.13))
    await takeGroupsFromProjects(db, set, now, stretch(0.04))
    await announceGained(change, { ...set, isInviting: await isInviting(db, set.id) }, stretch(0.05))
    return { changed }
  },

  async touched(db, set) {
    const told = stretches({ ...set, rows: set.toUndo ?? 0 })(shareOfLook)
    const touched = await touchedImportRows(db, set)
    await told(0.3)
    const last = await lastNumber(db, set.id)
    for (const part of partsBetween({ after: 0, upTo: last }, lookedAtOnce)) {
      touched.push(...(await touchedRows(db, { ...set, ...part })))
      await told(0.3 + (0.7 * part.upTo) / last)
    }
    return touched.sort((a, b) => a - b)
  },

  async undo(change, set) {
    const { db, actor, now } = change
    const work: Work = { db, set, actor: actor.id, now }
    const stretch = stretches(set, shareOfLook)
    const toldOfRoles = stretch(0.4 - shareOfLook)
    let { changed } = await rolesBase.undo(
      change,
      withTold(set, (done) => toldOfRoles(done / set.rows)),
    )
    changed += await inParts(work, undoSteps, stretch(0.2))
    await raiseGroups(work)
    await bringGroupsToProjects(db, set.customer, now, stretch(0.1))
    await takeGroupsFromProjects(db, set, now, stretch(0.2))
    return { changed: changed + (await inParts(work, { 'directory-users': [undoProfiles] }, stretch(0.1))) }
  },
}

/** Passes on what is told, once in a while. */
function nowAndThen<Told extends unknown[]>(tell: (...told: Told) => Promise<void>) {
  let toldAt = 0
  return async (...told: Told): Promise<void> => {
    if (performance.now() < toldAt + toldAgainAfter) return
    await tell(...told)
    toldAt = performance.now()
  }
}

/** The share of an undo that is looking whether anybody has touched its rows, and how many memberships are looked at by one statement. */
const shareOfLook = 0.05
const lookedAtOnce = 40_000

type Step = (work: Work) => Promise<number>

/** What is done with the rows of each type, in this order. */
const applySteps: Record<string, readonly Step[]> = {
  'directory-users': [applyProfiles],
  'directory-groups': [applyGroups, applyParents],
  'directory-group-members': [applyGroupMembers],
  'directory-group-access': [applyGroupAccess],
  'directory-owners': [applyOwners],
}
const undoSteps: Record<string, readonly Step[]> = {
  'directory-owners': [undoOwners],
  'directory-group-access': [undoGroupAccess],
  'directory-group-members': [undoGroupMembers],
  'directory-groups': [undoGroups],
}

/** Does these steps with the rows of their types, some at a time, and gives how many rows were done. */
async function inParts(work: Work, steps: Record<string, readonly Step[]>, told: Told): Promise<number> {
  const places = await rowsByType(work.db, work.set.id, 'change')
  const todo = Object.entries(steps).flatMap(([type, each]) =>
    each.flatMap((step) => partsBetween(places.get(type) ?? noRows).map((part) => ({ step, part }))),
  )
  let changed = 0
  for (const [at, { step, part }] of todo.entries()) {
    changed += await step({ ...work, part })
    await told((at + 1) / todo.length)
  }
  return changed
}

const noRows = { after: 0, upTo: 0 }

/** Makes accounts for people who have none, and says in the rows who they are. */
async function bringNewPeople(change: Change<Person>, work: Work, told: Told): Promise<void> {
  const { db, set } = work
  const wanted = await newPeople(work)
  if (wanted.length === 0) return
  for (let at = 0; at < wanted.length; at += peopleAtOnce) {
    const part = wanted.slice(at, at + peopleAtOnce)
    const found = await findOrAddPeople(change, set.customer, part)
    if (found.size !== part.length) throw new Stale()
    await told((0.5 * (at + part.length)) / wanted.length)
  }
  const rows = partsBetween({ after: 0, upTo: await lastNumber(db, set.id) })
  for (const [at, part] of rows.entries()) {
    await noteNewPeople({ ...work, part })
    await told(0.5 + (0.5 * (at + 1)) / rows.length)
  }
}

async function adoptInParts(work: Work): Promise<void> {
  const places = await rowsByType(work.db, work.set.id, 'same')
  for (const part of partsBetween(places.get('directory-users') ?? noRows)) await adoptProfiles({ ...work, part })
  for (const part of partsBetween(places.get('') ?? noRows)) await adoptMemberships({ ...work, part })
}

/** Hears which share of a stretch of the work is done. */
type Told = (share: number) => Promise<void>

/** Stretches of the work, one after the other: each is such a share of it all, whatever it does. `begun` is the share that is done already. */
function stretches(set: RowsToDo, begun = 0): (share: number) => Told {
  return (share) => {
    const from = begun
    begun += share
    return async (done) => set.told?.(Math.floor(set.rows * (from + share * Math.min(done, 0.999))))
  }
}

/** The same rows, which tell how many of them are done to somebody else. */
const withTold = (set: RowsToDo, told: NonNullable<RowsToDo['told']>): RowsToDo => ({ ...set, told })

const linesOf = ({ users: people, groups, memberships, access, refused }: DirectoryFiles): number =>
  people.length + groups.length + memberships.length + access.length + refused.length
