import { z } from 'zod'
import { oneOrNone, resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, fileName, labelNames, searchText } from './content-fields'

/** A folder of a project's documents; its hash covers its whole content. */
export const folders = resource('folders', {
  scope: 'project',
  fields: {
    name: fileName,
    /** Null at the root. */
    parent: oneOrNone('folders'),
    labels: labelNames,
    ...contentFields,
  },
  readOnly: contentReadOnly,
  createOnly: ['project'],
  defaults: { labels: [] },
  filters: { parent: z.string().max(254), q: searchText },
  sorts: ['name', 'createdAt'],
  // Loaded completely by the tree of a project's contents.
  maxPageSize: 5_000,
})
