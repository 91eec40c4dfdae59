import { z } from 'zod'
import { instantOf } from '../clock'
import { removeDeadJobs } from './job-queue'
import type { JobKind } from './jobs'

/** How long a dead job is kept for whoever looks into why, in milliseconds; the audit trail tells of it for longer. */
const keptMs = 90 * 86_400_000

/** Forgets jobs that died long ago, once a day. */
export const sweepJobsJob: JobKind<object> = {
  kind: 'job.sweep',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 86_400,
  run: async ({ platform: { db, clock } }) => {
    await removeDeadJobs(db, instantOf(clock() - keptMs))
  },
}
