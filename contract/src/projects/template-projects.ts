import { z } from 'zod'
import { name, paragraph } from '../jsonapi/fields'
import { type Entity, oneOrNone, resource } from '../jsonapi/resource'

/**
 * A project that a new one may be created from: the platform's defaults, templates of the person's customers, and projects that the person
 * administers (account-portal chapter 3).
 */
export const templateProjects = resource('template-projects', {
  fields: {
    name: name(),
    description: paragraph().nullable(),
    /** Offered to everybody by the platform; the first one is preselected. */
    isDefault: z.boolean(),
    isLibrary: z.boolean(),
    /** Null: a default of the platform. */
    customer: oneOrNone('customers'),
  },
  readOnly: ['name', 'description', 'isDefault', 'isLibrary', 'customer'],
  filters: { customer: z.string(), q: z.string().max(200) },
  sorts: ['name'],
  includes: ['customer'],
})

export type TemplateProject = Entity<typeof templateProjects>
