import { z } from 'zod'
import { name } from '../jsonapi/fields'
import { type Entity, resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, named, searched } from './content-fields'

/** A building with its storeys, from the lowest. */
export const buildings = resource('buildings', {
  scope: 'project',
  fields: {
    name: name(),
    storeys: named(
      z.strictObject({
        name: name(),
        /** Of its floor, in metres. */
        elevation: z.number().min(-10_000).max(10_000).nullable().default(null),
        /** A floor plan of the project's own is shown in the place of the model's. */
        hasFloorplan: z.boolean().default(false),
      }),
      500,
    ),
    ...contentFields,
  },
  readOnly: contentReadOnly,
  createOnly: ['project'],
  defaults: { storeys: [] },
  filters: { q: searched },
  sorts: ['name', 'createdAt'],
})

export type Building = Entity<typeof buildings>
