import { z } from 'zod'
import { name, paragraph } from '../jsonapi/fields'
import { type Draft, type Entity, many, type Patch, resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, searched } from './content-fields'

/** The name of the group of all members, which every project has and nobody edits (contract §2). */
export const automaticGroup = '@Project'

/** Members of a project that are named together. */
export const groups = resource('groups', {
  scope: 'project',
  fields: {
    /** What begins with `@` is kept for the automatic group. */
    name: name().refine((text) => !text.startsWith('@') || text === automaticGroup, 'invalid'),
    description: paragraph(1_000).nullable(),
    /** Of the automatic group, all members of the project. */
    members: many('users'),
    isAutomatic: z.boolean(),
    /** It came from a directory. */
    isImported: z.boolean(),
    ...contentFields,
  },
  readOnly: [...contentReadOnly, 'isAutomatic', 'isImported'],
  createOnly: ['project'],
  defaults: { members: [] },
  filters: { q: searched },
  sorts: ['name', 'createdAt'],
})

export type Group = Entity<typeof groups>
export type GroupDraft = Draft<typeof groups>
export type GroupPatch = Patch<typeof groups>
