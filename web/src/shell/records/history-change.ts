import type { AuditEvent } from '@lintel/contract/settings/audit-events'

/** What an event says of people, a project and of the roles there, as far as it does. */
export interface HistoryChange {
  /** Email of the person whom it is about: the one they have now, where that is known. */
  user: string | undefined
  project: string | undefined
  /** Privilege levels; undefined where the event says nothing of one. */
  before: number | undefined
  after: number | undefined
  /** Emails: those of an account before and after it got another one, or of the owner before and after a project was handed over. */
  handedOver: { before: string; after: string } | undefined
  /** What kind of bulk act it was. */
  kind: string | undefined
}

/** Kinds of target whose id is a person's email. */
const people: readonly (string | null)[] = ['users', 'user-profiles']

/** Reads what an event found and left: the trail keeps only what a change touched. */
export function historyChange({
  target,
  targetType,
  user,
  before,
  after,
}: Pick<AuditEvent, 'target' | 'targetType' | 'user' | 'before' | 'after'>): HistoryChange {
  const found = fieldsOf(before)
  const left = fieldsOf(after)
  const text = (field: string) => textIn(left, field) ?? textIn(found, field)
  const replaced = (field: string) => {
    const [was, is] = [textIn(found, field), textIn(left, field)]
    return was !== undefined && is !== undefined && was !== is ? { before: was, after: is } : undefined
  }
  // A membership's id begins with its project's.
  const ofMembership = targetType === 'project-members' ? target?.split('.')[0] : undefined
  const ofProject = targetType === 'projects' ? (target ?? undefined) : undefined
  return {
    user: user ?? (people.includes(targetType) ? (target ?? undefined) : text('email')),
    project: text('project') ?? ofMembership ?? ofProject,
    before: levelIn(found),
    after: levelIn(left),
    handedOver: replaced('email') ?? replaced('owner'),
    kind: text('kind'),
  }
}

const fieldsOf = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}

const textIn = (state: Record<string, unknown>, field: string): string | undefined => {
  const value = state[field]
  return typeof value === 'string' ? value : undefined
}

const levelIn = ({ privilegeLevel }: Record<string, unknown>): number | undefined =>
  typeof privilegeLevel === 'number' ? privilegeLevel : undefined
