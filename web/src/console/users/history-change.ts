import type { AuditEvent } from '@lintel/contract/settings/audit-events'

/** What an event says of a project and of the roles there, as far as it does. */
export interface HistoryChange {
  project: string | undefined
  /** Privilege levels; undefined where the event says nothing of one. */
  before: number | undefined
  after: number | undefined
}

/** Reads what an event found and left: the trail keeps only what a change touched. */
export function historyChange({
  target,
  targetType,
  before,
  after,
}: Pick<AuditEvent, 'target' | 'targetType' | 'before' | 'after'>): HistoryChange {
  const found = fieldsOf(before)
  const left = fieldsOf(after)
  const named = left.project ?? found.project
  const isMember = targetType === 'project-members'
  // A membership's id begins with its project's.
  const project = typeof named === 'string' ? named : isMember ? target?.split('.')[0] : undefined
  return { project, before: levelIn(found), after: levelIn(left) }
}

const fieldsOf = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}

const levelIn = ({ privilegeLevel }: Record<string, unknown>): number | undefined =>
  typeof privilegeLevel === 'number' ? privilegeLevel : undefined
