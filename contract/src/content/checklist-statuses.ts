import { z } from 'zod'
import { type Entity, one, resource } from '../jsonapi/resource'
import { searched } from './content-fields'

const count = z.int()

/**
 * How many runs of a checklist are in each state, and came there today (admin-console chapter 2); its id is the checklist's. Today
 * is in the time zone of the customer.
 */
export const checklistStatuses = resource('checklist-statuses', {
  scope: 'project',
  fields: {
    project: one('projects'),
    checklist: one('checklists'),
    name: z.string(),
    notStarted: count,
    inProgress: count,
    done: count,
    notStartedToday: count,
    inProgressToday: count,
    doneToday: count,
  },
  readOnly: [
    'project',
    'checklist',
    'name',
    'notStarted',
    'inProgress',
    'done',
    'notStartedToday',
    'inProgressToday',
    'doneToday',
  ],
  filters: { q: searched },
  sorts: ['name'],
  // Read whole by the tree of a project's contents.
  largestPage: 5_000,
})

export type ChecklistStatus = Entity<typeof checklistStatuses>
