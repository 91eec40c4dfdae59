import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { privilegeLevel } from '../people/privilege-levels'
import { projects } from './projects'

/** How many events are answered, the latest first. */
export const mostActivity = 20

/** How many memberships of one bulk act are named; of more their number is told. */
export const mostActivityMembers = 5

/** What counts as activity of a project: actions of the audit log. Who only came by is none. */
export const activityActions = [
  'projects.create',
  'projects.update',
  'projects.remove',
  'projects.made',
  'projects.move',
  'project-members.create',
  'project-members.update',
  'project-members.remove',
  'project-members.leave',
  'invitations.accept',
  'change-sets.apply',
  'change-sets.undo',
] as const

/** The fields of a project whose changes are told. */
export const activityFields = ['name', 'description', 'externalId', 'owner', 'isHibernated', 'isInactive'] as const

const level = z.literal(Object.values(privilegeLevel))
const { name, description, externalId, owner, isHibernated, isInactive } = projects.fields.shape
const state = z.object({ name, description, externalId, owner, isHibernated, isInactive }).partial()

/** Something that happened to a project or its members. */
export const projectActivity = z.object({
  id: z.string(),
  occurredAt: instant,
  action: z.enum(activityActions),
  /** The email of who did it, as it was then; null for the server itself. */
  actor: z.string().nullable(),
  /** What a change of the project itself found and left, as far as it touched it. */
  before: state.nullable(),
  after: state.nullable(),
  /** Members whom it concerns, by email, with their levels before and after; 0 for no membership, null where the event does not say. */
  members: z.array(z.object({ user: z.string(), before: level.nullable(), after: level.nullable() })),
  /** How many members it concerns in all. */
  membersTotal: z.int().min(0),
})

export type ProjectActivity = z.output<typeof projectActivity>

/** The latest activity of a project, for those who administer it: what the audit log says of it, without addresses of machines. Our addition. */
export const readProjectActivity = call({
  method: 'GET',
  path: '/mgw/api/v3/projects/{id}/activity',
  summary: 'What happened in a project lately',
  parameters: z.object({ id: z.string() }),
  answer: z.object({ events: z.array(projectActivity) }),
  problems: ['notFound', 'loginMethodRequired'],
})
