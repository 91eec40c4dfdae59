import { z } from 'zod'
import { name } from '../jsonapi/fields'
import { oneOrNone, resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, pathName, searchText } from './content-fields'

/** The input types of checklist items. */
export const itemTypes = ['text', 'tick', 'number', 'date', 'photo'] as const

/** What a checklist applies to. */
export const appliesTo = ['project', 'building', 'storey', 'space', 'object'] as const

/** Maximum number of items of a checklist. */
const maxChecklistItems = 1_000

/** A checklist, filled in by runs (account-portal chapter 3). */
export const checklists = resource('checklists', {
  scope: 'project',
  fields: {
    name: pathName,
    appliesTo: z.enum(appliesTo),
    isRepeatable: z.boolean(),
    /** The workflow of topics created from it. */
    workflow: oneOrNone('workflows'),
    items: z.array(z.strictObject({ title: name(500), type: z.enum(itemTypes) })).max(maxChecklistItems, 'tooLong'),
    ...contentFields,
  },
  readOnly: contentReadOnly,
  createOnly: ['project'],
  defaults: { appliesTo: 'project', isRepeatable: false, items: [] },
  filters: { q: searchText },
  sorts: ['name', 'createdAt', 'updatedAt'],
})
