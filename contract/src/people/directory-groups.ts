import { z } from 'zod'
import { instant, line, name } from '../jsonapi/fields'
import { type Entity, one, resource } from '../jsonapi/resource'

/** The sources of directory data: an import of files, or provisioning. */
export const directorySource = z.enum(['import', 'scim'])

export type DirectorySource = z.output<typeof directorySource>

/**
 * A group of a customer's directory, maintained by an import or SCIM (decision 189). `directory-group-access` holds the access that it
 * gives.
 */
export const directoryGroups = resource('directory-groups', {
  fields: {
    name: name(254),
    /** Its id in the directory, if known. */
    externalId: line(254).nullable(),
    /** The source that created it; both maintain it from then on. */
    source: directorySource,
    numMembers: z.int().min(0),
    customer: one('customers'),
    createdAt: instant,
    updatedAt: instant,
  },
  readOnly: ['name', 'externalId', 'source', 'numMembers', 'customer', 'createdAt', 'updatedAt'],
  filters: { customer: z.string(), q: z.string().max(200) },
  sorts: ['name', 'createdAt'],
})

export type DirectoryGroup = Entity<typeof directoryGroups>
