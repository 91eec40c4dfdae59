import { z } from 'zod'
import { call } from '../jsonapi/call'

const count = z.int().min(0)

/** What would be another way for people if a project moved to another customer. Our addition. */
export const moveEffects = z.object({
  /** Login methods of the project that the other customer does not allow: members who have only these lose the project. */
  foreignLoginMethods: z.array(z.string()),
  /** The customer's list that the project inherits afterwards, where it has none of its own and the two lists differ; else null. */
  inheritedLoginMethods: z.array(z.string()).nullable(),
  /** Members whom the other customer does not know yet: it will see their addresses. */
  newPeople: count,
  /** Members whose organization is one of the present customer's: it is not shown at the other one. */
  lostOrganizations: count,
  /** Administrators and API users of the present customer who are no members: they no longer see the project. */
  losingAccess: count,
  /** Administrators and API users of the other customer who are no members: they see it from then on. */
  gainingAccess: count,
  /** Guests whose last day ends in another time zone from then on; 0 where both customers have the same. */
  guestsInOtherTimeZone: count,
  /** Templates of the present customer that take content from the project: it is a foreign library for them. */
  templates: z.array(z.string()),
  /** The project's trial ends. */
  endsTrial: z.boolean(),
})

export type MoveEffects = z.output<typeof moveEffects>

/** What moving a project to another customer would change for its people. For staff. */
export const readMoveEffects = call({
  method: 'GET',
  path: '/mgw/api/v3/projects/{id}/move-effects',
  summary: 'What moving a project to another customer would change for its people',
  parameters: z.object({ id: z.string() }),
  query: z.strictObject({ customer: z.string().max(254) }),
  answer: moveEffects,
  problems: ['notFound'],
})
