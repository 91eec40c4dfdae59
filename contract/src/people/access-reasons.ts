import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { changeSetKinds } from './change-set-inputs'
import { invitationState } from './invitations'
import { privilegeLevel } from './privilege-levels'

const level = z.literal(Object.values(privilegeLevel))

/** Who did it, by email; null where it is not recorded (what existed from the beginning). */
const by = z.string().nullable()

/** How a level was set. */
const via = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hand') }),
  z.object({ kind: z.literal('changeSet'), id: z.string(), changeSet: z.enum(changeSetKinds) }),
  /** The undo of a change set. */
  z.object({ kind: z.literal('undo'), id: z.string(), changeSet: z.enum(changeSetKinds) }),
  z.object({ kind: z.literal('projectCreation') }),
  /** It is recorded, but not how it came about. */
  z.object({ kind: z.literal('unrecorded') }),
])

/** One reason for somebody's level, the most important first. */
export const accessReason = z.discriminatedUnion('reason', [
  /** For the whole customer, so in each of its projects. */
  z.object({ reason: z.literal('customerAdministrator'), at: instant, by }),
  z.object({ reason: z.literal('owner'), at: instant, by }),
  /** The membership and how its current level was set. */
  z.object({ reason: z.literal('given'), privilegeLevel: level, at: instant, by, via }),
  /** A group of the customer's directory gives this level: the next import or provisioning restores the highest of these. */
  z.object({ reason: z.literal('directory'), group: z.string(), privilegeLevel: level, at: instant, by }),
  z.object({
    reason: z.literal('invitation'),
    id: z.string(),
    state: invitationState,
    at: instant,
    by,
  }),
  /** The access expires, or has expired. */
  z.object({ reason: z.literal('until'), guest: z.boolean(), at: instant, over: z.boolean() }),
  /** The membership was removed. */
  z.object({ reason: z.literal('removed'), at: instant, by, via }),
  /** No record of any access or invitation. */
  z.object({ reason: z.literal('none') }),
])

export type AccessReason = z.output<typeof accessReason>

/** Why somebody has access to a project, or none, strictly from the records. For those who may read the customer's people. */
export const readAccessReasons = call({
  method: 'GET',
  path: '/mgw/api/v3/access-why',
  summary: 'Why somebody has the access to a project that they have',
  query: z.strictObject({ user: z.string().max(254), project: z.string().max(100) }),
  answer: z.object({
    /** The current level; 0 is no access. */
    privilegeLevel: level,
    reasons: z.array(accessReason),
  }),
  problems: ['notFound'],
})
