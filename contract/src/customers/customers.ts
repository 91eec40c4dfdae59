import { z } from 'zod'
import { flag, instant, line, name, webAddress } from '../jsonapi/fields'
import { type Draft, type Entity, many, oneOrNone, type Patch, resource } from '../jsonapi/resource'
import { timeZone } from '../people/users'

/** A customer: the tenant that projects, organizations and templates belong to (admin-console chapter 3). */
export const customers = resource('customers', {
  fields: {
    name: name(),
    baseUrl: webAddress.nullable(),
    sfAccount: line(100).nullable(),
    sfAccountName: line().nullable(),
    /** The key account manager: somebody of the staff, or nobody. */
    kam: oneOrNone('users'),
    customerAdmins: many('users'),
    apiUsers: many('users'),
    /** The login methods that this customer's people may use; none means any. */
    providers: many('sso-providers'),
    /** Ids of those of `providers` that are not built in. */
    ssoProviders: z.array(z.string()),
    projectTemplates: many('project-templates'),
    /** Its projects, with those that are deleted and not purged yet: while there is one, it cannot be deleted. Our addition. */
    numProjects: z.int().min(0),
    /** Where its days end (guests' last days); IANA name. */
    timeZone,
    /** Made by itself for somebody who tries the platform out. */
    isTrial: z.boolean(),
    createdAt: instant,
    createdBy: oneOrNone('users'),
    updatedAt: instant,
    updatedBy: oneOrNone('users'),
  },
  readOnly: [
    'ssoProviders',
    'projectTemplates',
    'numProjects',
    'isTrial',
    'createdAt',
    'createdBy',
    'updatedAt',
    'updatedBy',
  ],
  defaults: { customerAdmins: [], apiUsers: [], providers: [], timeZone: 'UTC' },
  filters: { q: z.string().max(200), isTrial: flag },
  sorts: ['name', 'createdAt'],
  includes: ['kam', 'customerAdmins', 'apiUsers', 'providers'],
})

export type Customer = Entity<typeof customers>
export type CustomerDraft = Draft<typeof customers>
export type CustomerPatch = Patch<typeof customers>
