import { z } from 'zod'
import { flag, instant, name } from '../jsonapi/fields'
import { type Entity, many, one, resource } from '../jsonapi/resource'

const count = z.int().min(0)

/**
 * Figures of a project, counted from its rows when asked (admin-console chapter 3); its id is the project's. Members
 * whose time has passed are not counted.
 */
export const projectStats = resource('project-stats', {
  fields: {
    project: one('projects'),
    customer: one('customers'),
    name: name(),
    numUsers: count,
    /** Members by privilege level; who administers the customer counts as `customerAdmin`, an owner as `owner`. */
    numUsersByLevel: z.object({
      guest: count,
      member: count,
      workflowsAdmin: count,
      admin: count,
      customerAdmin: count,
      owner: count,
    }),
    /** Counts the automatic group `@Project` of all members. */
    numGroups: count,
    features: many('features'),
    /** The template project or project template that it was made from. */
    fromTemplateId: z.string().nullable(),
    /** Its place among the platform's default templates; null when it is none. */
    publicTemplateOrder: z.int().nullable(),
    isHibernated: z.boolean(),
    createdAt: instant,
    deletedAt: instant.nullable(),
  },
  readOnly: [
    'project',
    'customer',
    'name',
    'numUsers',
    'numUsersByLevel',
    'numGroups',
    'features',
    'fromTemplateId',
    'publicTemplateOrder',
    'isHibernated',
    'createdAt',
    'deletedAt',
  ],
  filters: { customer: z.string(), isLibrary: flag, isHibernated: flag, isInactive: flag, q: z.string().max(200) },
  sorts: ['name', 'createdAt', 'numUsers'],
  includes: ['project', 'customer', 'features'],
})

export type ProjectStat = Entity<typeof projectStats>
