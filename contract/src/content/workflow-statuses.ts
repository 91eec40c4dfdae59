import { z } from 'zod'
import { type Entity, one, resource } from '../jsonapi/resource'
import { searched } from './content-fields'

const count = z.int()

/**
 * How many topics of a workflow are in each kind of state, and came there today (admin-console chapter 2); its id is the workflow's.
 * Today is in the time zone of the customer; deleted topics are not counted.
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
  filters: { q: searched },
  sorts: ['workflowName'],
  // Read whole by the tree of a project's contents.
  largestPage: 5_000,
})

export type WorkflowStatus = Entity<typeof workflowStatuses>
