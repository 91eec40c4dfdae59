import { z } from 'zod'
import { call } from '../jsonapi/call'

const count = z.int().min(0)

/** The effects of moving a project to another customer. Our addition. */
export const moveEffects = z.object({
  /** Login methods of the project that the other customer does not allow now: members with only these lose access. */
  foreignLoginMethods: z.array(z.string()),
  /** Number of members with login methods of their own that will not be allowed: they lose these. */
  restrictedMembers: count,
  /**
   * The other customer's login methods as they hold now, which the project would inherit, if it has none of its own and the lists differ; else
   * null.
   */
  inheritedLoginMethods: z.array(z.string()).nullable(),
  /** From when the other customer requires a second factor; null unless that is stricter than the present customer. */
  secondFactorFrom: z.string().nullable(),
  /** Number of members who sign in by password and have no second factor; 0 without `secondFactorFrom`. */
  withoutSecondFactor: count,
  /** The other customer's limit of the age of sessions; null unless it is stricter than that of the present customer. */
  longestSessionHours: z.int().nullable(),
  /** The other customer's time zone, in which its days begin. */
  timeZone: z.string(),
  /** Number of members unknown to the other customer, which will see their addresses. */
  newPeople: count,
  /** Number of members whose organization belongs to the present customer and will not be shown at the other one. */
  lostOrganizations: count,
  /** Number of administrators and API users of the present customer without a membership, who lose access. */
  losingAccess: count,
  /** Number of administrators and API users of the other customer without a membership, who gain access. */
  gainingAccess: count,
  /** Number of directory groups of the present customer that give access to the project, which ends: their people stay as members. */
  groupAccesses: count,
  /** Number of members whose last day will end in another time zone; 0 where both customers have the same. */
  endsInOtherTimeZone: count,
  /** Templates of the present customer that use the project as a library, which would become foreign. */
  templates: z.array(z.string()),
  /** The project's trial ends. */
  endsTrial: z.boolean(),
})

export type MoveEffects = z.output<typeof moveEffects>

/** Previews the effects of moving a project to another customer. For staff. */
export const readMoveEffects = call({
  method: 'GET',
  path: '/mgw/api/v3/projects/{id}/move-effects',
  summary: 'What moving a project to another customer would change for its people',
  parameters: z.object({ id: z.string() }),
  query: z.strictObject({ customer: z.string().max(254) }),
  answer: moveEffects,
  problems: ['notFound'],
})
