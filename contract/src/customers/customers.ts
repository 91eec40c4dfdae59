import { z } from 'zod'
import { flag, instant, line, name, webAddress } from '../jsonapi/fields'
import { type Draft, type Entity, many, oneOrNone, type Patch, resource } from '../jsonapi/resource'
import { timeZone } from '../people/users'

/**
 * The time zone in which a customer's days end: the IANA name of a place, or UTC. The database reads it, and other names (`IST`, `+05:30`) mean
 * another zone there than in a browser.
 */
const timeZoneOfDays = timeZone.refine((zone) => zone === 'UTC' || zone.includes('/'), 'invalid')

/** A customer: the tenant that projects, organizations and templates belong to (admin-console chapter 3). */
export const customers = resource('customers', {
  fields: {
    name: name(),
    baseUrl: webAddress.nullable(),
    sfAccount: line(100).nullable(),
    sfAccountName: line().nullable(),
    /** The key account manager: a staff member, or nobody. */
    kam: oneOrNone('users'),
    customerAdmins: many('users'),
    apiUsers: many('users'),
    /** The login methods that this customer's people may use; an empty list means any. */
    providers: many('sso-providers'),
    /** Ids of those of `providers` that are not built in. */
    ssoProviders: z.array(z.string()),
    projectTemplates: many('project-templates'),
    /**
     * Number of its projects, including deleted ones that are not purged yet: as long as there are any, it cannot be deleted. Our addition.
     */
    numProjects: z.int().min(0),
    /** Where its days end (guests' last days). */
    timeZone: timeZoneOfDays,
    /** Created automatically for a trial. */
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
