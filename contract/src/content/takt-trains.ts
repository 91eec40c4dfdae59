import { z } from 'zod'
import { colour, line, name } from '../jsonapi/fields'
import { resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, searchText, uniquelyNamed } from './content-fields'

/** A takt train: work that moves through a building in equal steps, as wagons with their days and crew. */
export const taktTrains = resource('takt-trains', {
  scope: 'project',
  fields: {
    name: name(),
    color: colour,
    wagons: uniquelyNamed(
      z.strictObject({ name: name(), days: z.int().min(1).max(365), crew: line().nullable().default(null) }),
      200,
    ),
    ...contentFields,
  },
  readOnly: contentReadOnly,
  createOnly: ['project'],
  defaults: { color: '#bf8700', wagons: [] },
  filters: { q: searchText },
  sorts: ['name', 'createdAt'],
})
