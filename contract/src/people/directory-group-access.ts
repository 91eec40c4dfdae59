import { z } from 'zod'
import { instant } from '../jsonapi/fields'
import { type Draft, type Entity, one, resource } from '../jsonapi/resource'
import { privilegeLevel } from './privilege-levels'

/**
 * The access that a directory group gives its members in a project, set by the customer's administrators (decision 189). A change updates
 * the memberships in the same transaction; of several groups, the highest level counts.
 */
export const directoryGroupAccess = resource('directory-group-access', {
  fields: {
    group: one('directory-groups'),
    project: one('projects'),
    customer: one('customers'),
    privilegeLevel: z.literal([privilegeLevel.member, privilegeLevel.admin]),
    createdAt: instant,
    updatedAt: instant,
  },
  readOnly: ['createdAt', 'updatedAt'],
  createOnly: ['group', 'project', 'customer'],
  filters: { customer: z.string(), group: z.string(), project: z.string() },
  sorts: ['createdAt'],
  includes: ['group', 'project'],
})

export type DirectoryGroupAccess = Entity<typeof directoryGroupAccess>
export type DirectoryGroupAccessDraft = Draft<typeof directoryGroupAccess>
