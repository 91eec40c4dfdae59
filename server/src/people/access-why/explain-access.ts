import type { AccessReason } from '@lintel/contract/people/access-reasons'
import { effectiveLevel, type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { Database } from '../../platform/database'
import {
  type Cell,
  type CurrentAccess,
  findDirectoryGroups,
  findInvitation,
  type LevelChange,
  readCurrentAccess,
  readLevelChanges,
} from './access-why.store'

type Via = Extract<AccessReason, { reason: 'given' }>['via']

/** The person's effective access level in a project, with every recorded reason for it. */
export async function explainAccess(
  db: Database,
  cell: Cell,
): Promise<{ privilegeLevel: PrivilegeLevel; reasons: AccessReason[] }> {
  const [current, levels, invitation, groups] = await Promise.all([
    readCurrentAccess(db, cell),
    readLevelChanges(db, cell),
    findInvitation(db, cell),
    findDirectoryGroups(db, cell),
  ])
  const { level, end, isOver, administersSince: since, administersBy } = current
  const reasons: AccessReason[] = []
  if (since !== null) reasons.push({ reason: 'customerAdministrator', at: since, by: administersBy })
  if (level === null) {
    const [last] = levels
    if (last?.level === 0) reasons.push({ reason: 'removed', at: last.at, by: last.by, via: viaOf(last) })
    else if (since === null) reasons.push({ reason: 'none' })
  } else {
    const { at, by, via } = grantOf(cell, current, levels)
    reasons.push(
      level === privilegeLevel.owner
        ? { reason: 'owner', at, by }
        : { reason: 'given', privilegeLevel: level, at, by, via },
    )
    reasons.push(...groups)
    if (invitation) reasons.push(invitation)
    if (end !== null) reasons.push({ reason: 'until', guest: level === privilegeLevel.guest, at: end, over: isOver })
  }
  return { privilegeLevel: effectiveLevel(level !== null && !isOver ? level : 0, since !== null), reasons }
}

const viaOf = ({ via, changeSet, kind }: LevelChange): Via =>
  via === 'hand' || changeSet === null || kind === null
    ? { kind: 'hand' }
    : { kind: via, id: changeSet, changeSet: kind }

/** Source of the current level: the latest record that set it, else the membership's own columns. */
function grantOf({ projectCreatedAt }: Cell, current: CurrentAccess, levels: readonly LevelChange[]) {
  const { level, version, createdAt, updatedAt, createdBy } = current
  const last = levels.find((set) => set.level !== 0)
  const isFirst = level === privilegeLevel.owner && createdAt === projectCreatedAt
  if (last?.level === level && !(isFirst && version === 1)) {
    // A membership that was never changed has its own creation time.
    return version > 1
      ? { at: last.at, by: last.by, via: viaOf(last) }
      : { at: createdAt, by: last.by ?? createdBy, via: viaOf(last) }
  }
  if (version > 1) return { at: updatedAt, by: null, via: { kind: 'unrecorded' } satisfies Via }
  const via: Via = isFirst ? { kind: 'projectCreation' } : { kind: 'unrecorded' }
  return { at: createdAt, by: createdBy, via }
}
