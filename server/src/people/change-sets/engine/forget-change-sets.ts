import { z } from 'zod'
import { instantOf } from '../../../platform/clock'
import type { JobKind } from '../../../platform/jobs/jobs'
import { removeOld } from './old-change-sets.store'

const dayMs = 86_400_000

/** Days that a plan waits for somebody to apply it. */
const idleDays = 30

/** Forgets plans that nobody applied, and with the audit trail the rows of those that were: a history is as long as the trail. */
export const forgetChangeSetsJob: JobKind<Record<string, never>> = {
  kind: 'change-set.forget',
  payload: z.strictObject({}),
  retryAfter: [],
  every: 86_400,
  async run({ platform: { db, clock, configuration } }) {
    const ago = (days: number) => instantOf(clock() - days * dayMs)
    await removeOld(db, { idle: ago(idleDays), applied: ago(configuration.auditRetentionDays) })
  },
}
