import { z } from 'zod'
import { type Entity, resource } from '../jsonapi/resource'
import { columnNames, contentFields, contentReadOnly, pathName, searched } from './content-fields'

/** A list of a project as somebody arranged it for all. */
export const customViews = resource('custom-views', {
  scope: 'project',
  fields: {
    name: pathName,
    shows: z.enum(['topics', 'checklists', 'documents', 'spaces']),
    columns: columnNames,
    ...contentFields,
  },
  readOnly: contentReadOnly,
  createOnly: ['project'],
  defaults: { shows: 'topics', columns: [] },
  filters: { q: searched },
  sorts: ['name', 'createdAt'],
})

export type CustomView = Entity<typeof customViews>
