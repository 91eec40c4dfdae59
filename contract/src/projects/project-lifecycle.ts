import { z } from 'zod'
import { call } from '../jsonapi/call'
import { projectStatuses } from './projects'

/** How many days before its purge the owner of a deleted project is reminded by mail that it can still be restored. */
export const purgeNoticeDays = 7

/**
 * Starts a stopped or crashed project (admin-console chapters 4 and 6); idempotent. For everybody who can see the project, and for feed
 * tokens of its customer. Hibernated projects are not started: 409 `projectHibernated`.
 */
export const startProject = call({
  method: 'POST',
  path: '/mgw/api/v1/projects/{id}/_starttrigger',
  summary: 'Start a project that is stopped or crashed',
  parameters: z.object({ id: z.string() }),
  answer: z.object({ status: z.enum(projectStatuses) }),
  status: 202,
  problems: ['notFound', 'projectHibernated'],
})
