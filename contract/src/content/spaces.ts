import { z } from 'zod'
import { line, name } from '../jsonapi/fields'
import { oneOrNone, resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, searchText } from './content-fields'

/** A room or other space of a building. */
export const spaces = resource('spaces', {
  scope: 'project',
  fields: {
    number: name(50),
    name: name(),
    building: oneOrNone('buildings'),
    storey: line().nullable(),
    ...contentFields,
  },
  readOnly: contentReadOnly,
  createOnly: ['project'],
  filters: { building: z.string().max(254), q: searchText },
  sorts: ['number', 'name', 'createdAt'],
  // Loaded completely by the tree of a project's contents.
  maxPageSize: 5_000,
})
