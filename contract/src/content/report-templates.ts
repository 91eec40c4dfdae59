import { z } from 'zod'
import { type Entity, resource } from '../jsonapi/resource'
import { columnNames, contentFields, contentReadOnly, pathName, searched } from './content-fields'

/** How a report of a project looks. */
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
  filters: { q: searched },
  sorts: ['name', 'createdAt'],
})

export type ReportTemplate = Entity<typeof reportTemplates>
