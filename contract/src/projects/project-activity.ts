import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { privilegeLevel } from '../people/privilege-levels'
import { projects } from './projects'

/** Maximum number of events, latest first. */
export const maxActivityEvents = 20

/** Maximum number of memberships listed for one bulk change; above that, only their number is given. */
export const maxActivityMembers = 5

/** The audit log actions that count as activity of a project; visits do not. */
export const activityActions = [
  'projects.create',
  'projects.update',
  'projects.remove',
  'projects.made',
  'projects.move',
  'projects.trial-end',
  'project-members.create',
  'project-members.update',
  'project-members.remove',
  'project-members.leave',
  'invitations.accept',
  'change-sets.apply',
  'change-sets.undo',
] as const

/** The kinds of change sets that are told as such where they change no membership of a project. */
export const activityKinds = ['template-drift', 'project-login-methods', 'ad-import'] as const

/** The fields of a project whose changes are reported. */
export const activityFields = ['name', 'description', 'externalId', 'owner', 'isHibernated', 'isInactive'] as const

const level = z.literal(Object.values(privilegeLevel))
const { name, description, externalId, owner, isHibernated, isInactive } = projects.fields.shape
const state = z.object({ name, description, externalId, owner, isHibernated, isInactive }).partial()

/** An event of a project or its members. */
export const projectActivity = z.object({
  id: z.string(),
  occurredAt: instant,
  action: z.enum(activityActions),
  /** The kind of a change set that may change more of a project than its memberships; null for every other event. */
  kind: z.enum(activityKinds).nullable(),
  /** The actor's email at that time; null for the server itself. */
  actor: z.string().nullable(),
  /** The changed fields before and after a change of the project itself. */
  before: state.nullable(),
  after: state.nullable(),
  /** Affected members by email, with their levels before and after; 0 for no membership, null where the event does not tell. */
  members: z.array(z.object({ user: z.string(), before: level.nullable(), after: level.nullable() })),
  /** Total number of affected members. */
  membersTotal: z.int().min(0),
})

export type ProjectActivity = z.output<typeof projectActivity>

/** The latest activity of a project from the audit log, without IP addresses. For those who administer it. Our addition. */
export const readProjectActivity = call({
  method: 'GET',
  path: '/mgw/api/v3/projects/{id}/activity',
  summary: 'What happened in a project lately',
  parameters: z.object({ id: z.string() }),
  answer: z.object({ events: z.array(projectActivity) }),
  problems: ['notFound', 'loginMethodRequired'],
})
