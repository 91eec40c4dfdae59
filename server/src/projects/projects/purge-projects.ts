import { purgedAfterDays } from '@lintel/contract/projects/projects'
import { z } from 'zod'
import { instantOf } from '../../platform/clock'
import { type Platform, platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import { purgeProject } from './purge-projects.store'

const dayMs = 86_400_000

/** Purges deleted projects after the retention period, each in its own transaction and recorded in its customer's audit log. */
export const purgeProjectsJob: JobKind<object> = {
  kind: 'projects.purge',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 3_600,
  async run({ platform, job, signal }) {
    while (!signal.aborted && (await purgeNext(platform, job.id)));
  },
}

/** False when no project is due. */
const purgeNext = (platform: Platform, job: string): Promise<boolean> =>
  unlessUnchanged(
    runChange(platform, platformOrigin(job), async ({ db, now, audit }) => {
      const purged = await purgeProject(db, instantOf(now - purgedAfterDays * dayMs))
      if (!purged) throw nothingToDo()
      const { id, customer, ...before } = purged
      audit({ action: 'projects.purge', customer, target: { type: 'projects', id }, before })
      return true
    }),
    false,
  )
