import { z } from 'zod'
import { colour, name } from '../jsonapi/fields'
import { resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly, pathName, searchText, uniquelyNamed } from './content-fields'

/** The kinds of states, by which topics are counted. */
export const stateKinds = ['open', 'done', 'closed'] as const

/** A workflow of topics: ordered states, the first of which is the initial one (account-portal chapter 3). */
export const workflows = resource('workflows', {
  scope: 'project',
  fields: {
    name: pathName,
    color: colour,
    states: uniquelyNamed(z.strictObject({ name: name(100), kind: z.enum(stateKinds) }), 50).refine(
      (states) => states.length > 0,
      'required',
    ),
    ...contentFields,
  },
  readOnly: contentReadOnly,
  createOnly: ['project'],
  defaults: {
    color: '#1f6feb',
    states: [
      { name: 'Open', kind: 'open' },
      { name: 'Done', kind: 'done' },
      { name: 'Closed', kind: 'closed' },
    ],
  },
  filters: { q: searchText },
  sorts: ['name', 'createdAt', 'updatedAt'],
})
