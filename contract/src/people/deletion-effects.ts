import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'

/** The effects of deleting an account. */
export const deletionEffects = z.object({
  /** Projects that the person owns, by name: each needs another owner first. Without deleted projects. */
  ownedProjects: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Number of other members, who would lose the project. */
      otherMembers: z.int().min(0),
      /** Another member administers it and could take over. */
      hasOtherAdministrator: z.boolean(),
    }),
  ),
  /** Total number of owned projects; the list above is limited to 200. */
  ownedProjectsTotal: z.int().min(0),
  /** Deleted projects that the person owns, by deletion; `purgedAt` is when each is removed for good. */
  deletedProjects: z.array(z.object({ id: z.string(), name: z.string(), purgedAt: instant.nullable() })),
  /** Total number of deleted projects; the list above is limited to 200. */
  deletedProjectsTotal: z.int().min(0),
  /** Customers that would be left without an administrator. */
  soleAdministratorOf: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Number of memberships in projects of others that would end. */
  otherMemberships: z.int().min(0),
  /** When the deletion was requested; null if it was not, or was withdrawn. */
  requestedAt: instant.nullable(),
})

export type DeletionEffects = z.output<typeof deletionEffects>

/** The effects of deleting one's own account (account-portal chapter 2, delete-user). */
export const readDeletionEffects = call({
  method: 'GET',
  path: '/mgw/api/v2/user-profiles/{email}/deletion-effects',
  summary: 'What would be affected by deleting one’s own account',
  parameters: z.object({ email: z.string().max(254) }),
  answer: deletionEffects,
  problems: ['notFound'],
})
