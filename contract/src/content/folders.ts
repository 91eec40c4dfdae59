import { z } from 'zod'
import { type Entity, oneOrNone, resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, fileName, labelNames, searched } from './content-fields'

/** A folder of a project's documents; its hash is that of everything in it. */
export const folders = resource('folders', {
  scope: 'project',
  fields: {
    name: fileName,
    /** Null: it lies at the top. */
    parent: oneOrNone('folders'),
    labels: labelNames,
    ...contentFields,
  },
  readOnly: contentReadOnly,
  createOnly: ['project'],
  defaults: { labels: [] },
  filters: { parent: z.string().max(254), q: searched },
  sorts: ['name', 'createdAt'],
  // Read whole by the tree of a project's contents.
  largestPage: 5_000,
})

export type Folder = Entity<typeof folders>
