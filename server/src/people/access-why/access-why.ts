import type { AccessReason } from '@lintel/contract/people/access-why'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { Database } from '../../platform/database'
import {
  type Cell,
  directoryGroupsOf,
  invitationOf,
  type LevelSet,
  levelsSet,
  type Present,
  presentOf,
} from './access-why.store'

type Via = Extract<AccessReason, { reason: 'given' }>['via']

/** What somebody's access to a project comes to, and every reason for it that a record gives. */
export async function whyOf(
  db: Database,
  cell: Cell,
): Promise<{ privilegeLevel: PrivilegeLevel; reasons: AccessReason[] }> {
  const [present, levels, invitation, groups] = await Promise.all([
    presentOf(db, cell),
    levelsSet(db, cell),
    invitationOf(db, cell),
    directoryGroupsOf(db, cell),
  ])
  const { level, end, isOver, administersSince: since, administersBy } = present
  const reasons: AccessReason[] = []
  if (since !== null) reasons.push({ reason: 'customerAdministrator', at: since, by: administersBy })
  if (level === null) {
    const [last] = levels
    if (last?.level === 0) reasons.push({ reason: 'removed', at: last.at, by: last.by, via: viaOf(last) })
    else if (since === null) reasons.push({ reason: 'none' })
  } else {
    const { at, by, via } = given(cell, present, levels)
    const own = level as PrivilegeLevel
    reasons.push(
      level === privilegeLevel.owner
        ? { reason: 'owner', at, by }
        : { reason: 'given', privilegeLevel: own, at, by, via },
    )
    reasons.push(...groups)
    if (invitation) reasons.push(invitation)
    if (end !== null) reasons.push({ reason: 'until', guest: level === privilegeLevel.guest, at: end, over: isOver })
  }
  return { privilegeLevel: comesTo(level !== null && !isOver ? level : 0, since !== null), reasons }
}

const comesTo = (level: number, administers: boolean): PrivilegeLevel =>
  (administers ? Math.max(level, privilegeLevel.customerAdmin) : level) as PrivilegeLevel

const viaOf = ({ via, changeSet, kind }: LevelSet): Via =>
  via === 'hand' || changeSet === null || kind === null
    ? { kind: 'hand' }
    : { kind: via, id: changeSet, changeSet: kind }

/** The last record that set the level that is there; where none does, what the membership itself says. */
function given({ projectCreatedAt }: Cell, present: Present, levels: readonly LevelSet[]) {
  const { level, version, createdAt, updatedAt, createdBy } = present
  const last = levels.find((set) => set.level !== 0)
  const isFirst = level === privilegeLevel.owner && createdAt === projectCreatedAt
  if (last?.level === level && !(isFirst && version === 1)) {
    // A membership that was never changed says itself when it began.
    return version > 1
      ? { at: last.at, by: last.by, via: viaOf(last) }
      : { at: createdAt, by: last.by ?? createdBy, via: viaOf(last) }
  }
  if (version > 1) return { at: updatedAt, by: null, via: { kind: 'unrecorded' } satisfies Via }
  const via: Via = isFirst ? { kind: 'projectCreation' } : { kind: 'unrecorded' }
  return { at: createdAt, by: createdBy, via }
}
