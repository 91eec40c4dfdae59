import { z } from 'zod'
import { name } from '../jsonapi/fields'
import { type Entity, oneOrNone, resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, pathName, searched } from './content-fields'

/** What is asked for at an item of a checklist. */
export const itemTypes = ['text', 'tick', 'number', 'date', 'photo'] as const

/** What a checklist is filled in for. */
export const appliesTo = ['project', 'building', 'storey', 'space', 'object'] as const

/** The most items that a checklist has. */
export const mostItems = 1_000

/** A list of what is looked at, filled in by runs (account-portal chapter 3). */
export const checklists = resource('checklists', {
  scope: 'project',
  fields: {
    name: pathName,
    appliesTo: z.enum(appliesTo),
    isRepeatable: z.boolean(),
    /** Topics that come out of it go this way. */
    workflow: oneOrNone('workflows'),
    items: z.array(z.strictObject({ title: name(500), type: z.enum(itemTypes) })).max(mostItems, 'tooLong'),
    ...contentFields,
  },
  readOnly: contentReadOnly,
  createOnly: ['project'],
  defaults: { appliesTo: 'project', isRepeatable: false, items: [] },
  filters: { q: searched },
  sorts: ['name', 'createdAt', 'updatedAt'],
})

export type Checklist = Entity<typeof checklists>
