import { z } from 'zod'
import { resource } from '../jsonapi/resource'
import { columnNames, contentFields, contentReadOnly, pathName, searchText } from './content-fields'

/** The layout of a report of a project. */
export const reportTemplates = resource('report-templates', {
  scope: 'project',
  fields: {
    name: pathName,
    reportsOn: z.enum(['topics', 'checklists', 'documents']),
    columns: columnNames,
    ...contentFields,
  },
  readOnly: contentReadOnly,
  createOnly: ['project'],
  defaults: { reportsOn: 'topics', columns: [] },
  filters: { q: searchText },
  sorts: ['name', 'createdAt'],
})
