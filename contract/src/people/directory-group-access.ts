import { z } from 'zod'
import { instant } from '../jsonapi/fields'
import { type Draft, type Entity, one, type Patch, resource } from '../jsonapi/resource'
import { privilegeLevel } from './privilege-levels'

/**
 * What a group of the directory gives its people in a project: administrators of the customer say so (decision 189). With each change, the
 * people of the group gain and lose what follows in the same transaction; of several groups, the most counts.
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
export type DirectoryGroupAccessPatch = Patch<typeof directoryGroupAccess>
