import { z } from 'zod'
import { type Entity, oneOrNone, resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, fileName, labelNames, searched } from './content-fields'

/** A document of a project. Its bytes come and go by calls of their own, a version each time. */
export const documents = resource('documents', {
  scope: 'project',
  fields: {
    name: fileName,
    /** Null: it lies at the top. */
    folder: oneOrNone('folders'),
    labels: labelNames,
    /** How many versions were uploaded; none at first. */
    revision: z.int(),
    /** Of the newest version, in bytes. */
    size: z.int().nullable(),
    mediaType: z.string().nullable(),
    ...contentFields,
  },
  readOnly: [...contentReadOnly, 'revision', 'size', 'mediaType'],
  createOnly: ['project'],
  defaults: { labels: [] },
  filters: { folder: z.string().max(254), q: searched },
  sorts: ['name', 'createdAt', 'updatedAt'],
  // Read whole by the tree of a project's contents.
  largestPage: 5_000,
})

export type Document = Entity<typeof documents>
