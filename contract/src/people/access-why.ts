import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { changeSetKinds } from './change-set-inputs'
import { invitationState } from './invitations'
import { privilegeLevel } from './privilege-levels'

const level = z.literal(Object.values(privilegeLevel))

/** Who did it, by email; null where no record says (what was there from the beginning). */
const by = z.string().nullable()

/** How a level came to be. */
const via = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hand') }),
  z.object({ kind: z.literal('changeSet'), id: z.string(), changeSet: z.enum(changeSetKinds) }),
  /** The undoing of a change set. */
  z.object({ kind: z.literal('undo'), id: z.string(), changeSet: z.enum(changeSetKinds) }),
  z.object({ kind: z.literal('projectCreation') }),
  /** The records say that it is so, and not how it came. */
  z.object({ kind: z.literal('unrecorded') }),
])

/** One reason why somebody has the level they have; those that count most come first. */
export const accessReason = z.discriminatedUnion('reason', [
  /** Of the whole customer, so in each of its projects. */
  z.object({ reason: z.literal('customerAdministrator'), at: instant, by }),
  z.object({ reason: z.literal('owner'), at: instant, by }),
  /** The membership and how its present level came. */
  z.object({ reason: z.literal('given'), privilegeLevel: level, at: instant, by, via }),
  /** A group of the customer's directory gives this level: the next import or provisioning returns to the most of these. */
  z.object({ reason: z.literal('directory'), group: z.string(), privilegeLevel: level, at: instant, by }),
  z.object({
    reason: z.literal('invitation'),
    id: z.string(),
    state: invitationState,
    at: instant,
    by,
  }),
  /** The access ends by itself, or has ended. */
  z.object({ reason: z.literal('until'), guest: z.boolean(), at: instant, over: z.boolean() }),
  /** There is none any more. */
  z.object({ reason: z.literal('removed'), at: instant, by, via }),
  /** They were asked nothing and given nothing: no record of any access. */
  z.object({ reason: z.literal('none') }),
])

export type AccessReason = z.output<typeof accessReason>

/** Why somebody has access to a project, or none; from the records, never guessed. For those who read the customer's people. */
export const readAccessWhy = call({
  method: 'GET',
  path: '/mgw/api/v3/access-why',
  summary: 'Why somebody has the access to a project that they have',
  query: z.strictObject({ user: z.string().max(254), project: z.string().max(100) }),
  answer: z.object({
    /** What it comes to now; 0 is no access. */
    privilegeLevel: level,
    reasons: z.array(accessReason),
  }),
  problems: ['notFound'],
})
