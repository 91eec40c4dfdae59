import { z } from 'zod'
import { type Entity, one, resource } from '../jsonapi/resource'
import { searchText } from './content-fields'

const count = z.int()

/**
 * Number of runs of a checklist in each state, and how many entered it today (admin-console chapter 2); its id is the checklist's. Today is
 * in the time zone of the customer.
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
  filters: { q: searchText },
  sorts: ['name'],
  // Loaded completely by the tree of a project's contents.
  maxPageSize: 5_000,
})

export type ChecklistStatus = Entity<typeof checklistStatuses>
