import { z } from 'zod'
import { line, name } from '../jsonapi/fields'
import { resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, searchText } from './content-fields'

/** A building model in the Industry Foundation Classes. */
export const ifcModels = resource('ifc-models', {
  scope: 'project',
  fields: {
    name: name(),
    discipline: line(100).nullable(),
    /** Number of IFC files uploaded for this model. */
    files: z.int().min(1).max(100_000),
    /** Size of the newest file, in bytes. */
    size: z.int().min(0),
    /** Number of objects by class: `{"IfcWall": 1200}`. */
    classifications: z
      .record(z.string().regex(/^[A-Za-z0-9_.:-]{1,100}$/, 'invalid'), z.int().min(0).max(1_000_000_000))
      .refine((counts) => Object.keys(counts).length <= 2_000, 'tooLong'),
    ...contentFields,
  },
  readOnly: contentReadOnly,
  createOnly: ['project'],
  defaults: { files: 1, size: 0, classifications: {} },
  filters: { q: searchText },
  sorts: ['name', 'createdAt'],
})
