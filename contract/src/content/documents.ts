import { z } from 'zod'
import { oneOrNone, resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, fileName, labelNames, searchText } from './content-fields'

/** A document of a project. Its bytes are uploaded and downloaded by separate calls, each upload as a version. */
export const documents = resource('documents', {
  scope: 'project',
  fields: {
    name: fileName,
    /** Null at the root. */
    folder: oneOrNone('folders'),
    labels: labelNames,
    /** Number of uploaded versions; 0 at first. */
    revision: z.int(),
    /** Size of the newest version, in bytes. */
    size: z.int().nullable(),
    mediaType: z.string().nullable(),
    ...contentFields,
  },
  readOnly: [...contentReadOnly, 'revision', 'size', 'mediaType'],
  createOnly: ['project'],
  defaults: { labels: [] },
  filters: { folder: z.string().max(254), q: searchText },
  sorts: ['name', 'createdAt', 'updatedAt'],
  // Loaded completely by the tree of a project's contents.
  maxPageSize: 5_000,
})
