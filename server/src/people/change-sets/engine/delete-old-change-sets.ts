import { z } from 'zod'
import { dayMs, instantOf } from '../../../platform/clock'
import type { JobKind } from '../../../platform/jobs/jobs'
import { deleteOldChangeSets } from './old-change-sets.store'

/** Days after which a plan that nobody applied is deleted. */
const idleDays = 30

/** Deletes plans that nobody applied, and applied change sets with the audit log: their history is retained as long as the log. */
export const deleteOldChangeSetsJob: JobKind<Record<string, never>> = {
  kind: 'change-set.forget',
  payload: z.strictObject({}),
  retryAfter: [],
  every: 86_400,
  async run({ platform: { db, clock, configuration } }) {
    const ago = (days: number) => instantOf(clock() - days * dayMs)
    await deleteOldChangeSets(db, { idle: ago(idleDays), applied: ago(configuration.auditRetentionDays) })
  },
}
