import { z } from 'zod'
import { instant, name } from '../jsonapi/fields'
import { type Draft, type Entity, oneOrNone, type Patch, resource } from '../jsonapi/resource'
import { templateContent } from './template-content'

/** A list of library resources that new projects start with (admin-console chapters 2 and 3). */
export const projectTemplates = resource('project-templates', {
  fields: {
    name: name(),
    /** Null: a default template of the platform, offered to everybody. */
    customer: oneOrNone('customers'),
    /** The group heading in the form of a new project; also visible to people who may not read the customer itself. */
    customerName: z.string().nullable(),
    isDefault: z.boolean(),
    /** Changed entry by entry by change sets of kind `template-entries`, or as a whole with `If-Match`. */
    content: templateContent,
    /** Number of existing projects created from it, at customers that the reader administers. */
    numProjects: z.int().min(0),
    createdAt: instant,
    updatedAt: instant,
  },
  readOnly: ['customerName', 'numProjects', 'createdAt', 'updatedAt'],
  createOnly: ['customer'],
  defaults: { isDefault: false, content: [] },
  filters: { customer: z.string(), q: z.string().max(200) },
  sorts: ['name', 'createdAt'],
  includes: ['customer'],
})

export type ProjectTemplate = Entity<typeof projectTemplates>
export type ProjectTemplateDraft = Draft<typeof projectTemplates>
export type ProjectTemplatePatch = Patch<typeof projectTemplates>
