import { z } from 'zod'
import { instant, name } from '../jsonapi/fields'
import { one, oneOrNone, resource } from '../jsonapi/resource'
import { contentFields, contentReadOnly } from './content-fields'

/** The states of a run. */
const runStates = ['notStarted', 'inProgress', 'done'] as const

/** A checklist filled in at one place. */
export const checklistRuns = resource('checklist-runs', {
  scope: 'project',
  fields: {
    checklist: one('checklists'),
    /** Name of the building, storey, space or object. */
    place: name(),
    state: z.enum(runStates),
    stateSince: instant,
    /** Who set its state. */
    person: oneOrNone('users'),
    ...contentFields,
  },
  readOnly: [...contentReadOnly, 'stateSince', 'person'],
  createOnly: ['project', 'checklist'],
  defaults: { state: 'notStarted' },
  filters: { checklist: z.string().max(254), state: z.enum(runStates) },
  sorts: ['createdAt'],
})
