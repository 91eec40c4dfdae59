import { z } from 'zod'
import { name } from '../jsonapi/fields'
import { resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, searchText, uniquelyNamed } from './content-fields'

/** A building with its storeys, from the lowest. */
export const buildings = resource('buildings', {
  scope: 'project',
  fields: {
    name: name(),
    storeys: uniquelyNamed(
      z.strictObject({
        name: name(),
        /** Height of its floor, in metres. */
        elevation: z.number().min(-10_000).max(10_000).nullable().default(null),
        /** The project's own floor plan replaces the model's. */
        hasFloorplan: z.boolean().default(false),
      }),
      500,
    ),
    ...contentFields,
  },
  readOnly: contentReadOnly,
  createOnly: ['project'],
  defaults: { storeys: [] },
  filters: { q: searchText },
  sorts: ['name', 'createdAt'],
})
