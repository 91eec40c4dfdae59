import { z } from 'zod'
import { instant, line, name } from '../jsonapi/fields'
import { type Entity, one, resource } from '../jsonapi/resource'

/** The ways by which a directory says what it knows: an import of its files, or provisioning. */
export const directorySource = z.enum(['import', 'scim'])

export type DirectorySource = z.output<typeof directorySource>

/** A group of a customer's directory, which an import or SCIM keeps (decision 189). What it opens is `directory-group-access`. */
export const directoryGroups = resource('directory-groups', {
  fields: {
    name: name(254),
    /** What the directory calls it, where it says so. */
    externalId: line(254).nullable(),
    /** Which way it came first; both ways keep it from then on. */
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
