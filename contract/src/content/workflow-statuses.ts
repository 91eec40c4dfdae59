import { z } from 'zod'
import { type Entity, one, resource } from '../jsonapi/resource'
import { searchText } from './content-fields'

const count = z.int()

/**
 * Number of topics of a workflow by kind of state, and how many entered it today (admin-console chapter 2); its id is the workflow's. Today
 * is in the time zone of the customer; deleted topics are not counted.
 */
export const workflowStatuses = resource('workflow-statuses', {
  scope: 'project',
  fields: {
    project: one('projects'),
    workflow: one('workflows'),
    workflowName: z.string(),
    totalOpen: count,
    totalDone: count,
    totalClosed: count,
    openedToday: count,
    doneToday: count,
    closedToday: count,
  },
  readOnly: [
    'project',
    'workflow',
    'workflowName',
    'totalOpen',
    'totalDone',
    'totalClosed',
    'openedToday',
    'doneToday',
    'closedToday',
  ],
  filters: { q: searchText },
  sorts: ['workflowName'],
  // Loaded completely by the tree of a project's contents.
  maxPageSize: 5_000,
})

export type WorkflowStatus = Entity<typeof workflowStatuses>
