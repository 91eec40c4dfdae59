import { z } from 'zod'
import { dayMs, instantOf } from '../clock'
import { removeDeadJobs } from './job-queue'
import type { JobKind } from './jobs'

/** How long a dead job is retained for diagnosis, in milliseconds; the audit log retains it longer. */
const retentionMs = 90 * dayMs

/** Removes old dead jobs, once a day. */
export const sweepJobsJob: JobKind<object> = {
  kind: 'job.sweep',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 86_400,
  run: async ({ platform: { db, clock } }) => {
    await removeDeadJobs(db, instantOf(clock() - retentionMs))
  },
}
