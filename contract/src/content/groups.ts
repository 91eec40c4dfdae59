import { z } from 'zod'
import { name, paragraph } from '../jsonapi/fields'
import { many, resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, searchText } from './content-fields'

/** The name of the automatic group of all members, which every project has and nobody can edit (contract §2). */
export const automaticGroup = '@Project'

/** A group of members of a project. */
export const groups = resource('groups', {
  scope: 'project',
  fields: {
    /** Names starting with `@` are reserved for the automatic group. */
    name: name().refine((text) => !text.startsWith('@') || text === automaticGroup, 'invalid'),
    description: paragraph(1_000).nullable(),
    /** For the automatic group, all members of the project. */
    members: many('users'),
    isAutomatic: z.boolean(),
    /** Imported from a directory. */
    isImported: z.boolean(),
    ...contentFields,
  },
  readOnly: [...contentReadOnly, 'isAutomatic', 'isImported'],
  createOnly: ['project'],
  defaults: { members: [] },
  filters: { q: searchText },
  sorts: ['name', 'createdAt'],
})
