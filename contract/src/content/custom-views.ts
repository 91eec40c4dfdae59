import { z } from 'zod'
import { resource } from '../jsonapi/resource'
import { columnNames, contentFields, contentReadOnly, pathName, searchText } from './content-fields'

/** A shared arrangement of a list of a project. */
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
  filters: { q: searchText },
  sorts: ['name', 'createdAt'],
})
