import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'

/** What hangs on an account that its owner wants deleted. */
export const deletionEffects = z.object({
  /** Projects that the person owns, by name: each needs another owner first. Deleted projects are left out. */
  ownedProjects: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** People who would lose it, beside the owner. */
      otherMembers: z.int().min(0),
      /** Somebody else administers it and could take over. */
      hasOtherAdministrator: z.boolean(),
    }),
  ),
  /** How many projects the person owns in all; the list above ends after 200. */
  ownedProjectsTotal: z.int().min(0),
  /** Customers that would be left without an administrator. */
  soleAdministratorOf: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Memberships in projects of others that would end. */
  otherMemberships: z.int().min(0),
  /** When the person asked for it; null where they did not, or withdrew it. */
  requestedAt: instant.nullable(),
})

export type DeletionEffects = z.output<typeof deletionEffects>

/** What would be affected by deleting one's own account (account-portal chapter 2, delete-user). */
export const readDeletionEffects = call({
  method: 'GET',
  path: '/mgw/api/v2/user-profiles/{email}/deletion-effects',
  summary: 'What would be affected by deleting one’s own account',
  parameters: z.object({ email: z.string().max(254) }),
  answer: deletionEffects,
  problems: ['notFound'],
})
