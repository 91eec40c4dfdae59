import { z } from 'zod'
import { line, name } from '../jsonapi/fields'
import { type Entity, oneOrNone, resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, searched } from './content-fields'

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
  filters: { building: z.string().max(254), q: searched },
  sorts: ['number', 'name', 'createdAt'],
  // Read whole by the tree of a project's contents.
  largestPage: 5_000,
})

export type Space = Entity<typeof spaces>
