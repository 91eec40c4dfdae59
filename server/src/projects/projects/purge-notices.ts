import { purgeNoticeDays } from '@lintel/contract/projects/project-lifecycle'
import { purgedAfterDays } from '@lintel/contract/projects/projects'
import { z } from 'zod'
import { dayMs, instantOf } from '../../platform/clock'
import { type Platform, platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { enqueueMail } from '../../platform/mail/mail'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import { claimPurgeNotices } from './purge-notices.store'

/** Projects notified in one transaction. */
const batchSize = 200

/** Notifies the owner of each deleted project once before its purge, with a link to restore it. */
export const purgeNoticesJob: JobKind<object> = {
  kind: 'projects.purge-notice',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 3_600,
  async run({ platform, job, signal }) {
    while (!signal.aborted && (await mailOwners(platform, job.id)) === batchSize);
  },
}

const mailOwners = (platform: Platform, job: string): Promise<number> =>
  unlessUnchanged(
    runChange(platform, platformOrigin(job), async (change) => {
      const { db, now, audit, configuration } = change
      const oldest = instantOf(now - purgedAfterDays * dayMs)
      const newest = instantOf(now - (purgedAfterDays - purgeNoticeDays) * dayMs)
      const notices = await claimPurgeNotices(db, { oldest, newest, limit: batchSize })
      if (notices.length === 0) throw nothingToDo()
      for (const { id, customer, name, deletedAt, owner } of notices) {
        const values = {
          project: name,
          purgedAt: instantOf(Date.parse(deletedAt) + purgedAfterDays * dayMs),
          link: `${configuration.publicUrl}/project-${id}/`,
        }
        await enqueueMail(change, { to: owner, kind: 'project-purge', values, customer })
        audit({ action: 'projects.purge-notice', customer, target: { type: 'projects', id } })
      }
      return notices.length
    }),
    0,
  )
