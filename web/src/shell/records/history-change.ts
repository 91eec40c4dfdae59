import type { AuditEvent } from '@lintel/contract/settings/audit-events'
import { fieldsOf } from '../../api/form/who-changed'

/** The people, project and roles that an audit event is about, as far as it contains them. */
export interface HistoryChange {
  /** Email of the person: the current one, if known. */
  user: string | undefined
  project: string | undefined
  /** Privilege levels; undefined if the event contains none. */
  before: number | undefined
  after: number | undefined
  /** Emails before and after: of an account whose email changed, or of the owners when a project was handed over. */
  handedOver: { before: string; after: string } | undefined
  /** Kind of the bulk change. */
  kind: string | undefined
}

/** Target types whose id is a person's email. */
const people: readonly (string | null)[] = ['users', 'user-profiles']

/** Derives the change from the before and after states of an event; the audit log stores only changed fields. */
export function historyChange({
  target,
  targetType,
  user,
  before,
  after,
}: Pick<AuditEvent, 'target' | 'targetType' | 'user' | 'before' | 'after'>): HistoryChange {
  const beforeFields = fieldsOf(before)
  const afterFields = fieldsOf(after)
  const text = (field: string) => textIn(afterFields, field) ?? textIn(beforeFields, field)
  const replaced = (field: string) => {
    const [was, is] = [textIn(beforeFields, field), textIn(afterFields, field)]
    return was !== undefined && is !== undefined && was !== is ? { before: was, after: is } : undefined
  }
  // A membership's id begins with its project's id.
  const ofMembership = targetType === 'project-members' ? target?.split('.')[0] : undefined
  const ofProject = targetType === 'projects' ? (target ?? undefined) : undefined
  return {
    user: user ?? (people.includes(targetType) ? (target ?? undefined) : text('email')),
    project: text('project') ?? ofMembership ?? ofProject,
    before: levelIn(beforeFields),
    after: levelIn(afterFields),
    handedOver: replaced('email') ?? replaced('owner'),
    kind: text('kind'),
  }
}

const textIn = (state: Record<string, unknown>, field: string): string | undefined => {
  const value = state[field]
  return typeof value === 'string' ? value : undefined
}

const levelIn = ({ privilegeLevel }: Record<string, unknown>): number | undefined =>
  typeof privilegeLevel === 'number' ? privilegeLevel : undefined
