import { anonymous } from '@lintel/contract/people/permissions'
import { purgedAfterDays } from '@lintel/contract/projects/projects'
import { z } from 'zod'
import { instantOf } from '../../platform/clock'
import { type Platform, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { purgeProject } from './purge-projects.store'

const dayMs = 86_400_000

/** Removes projects for good that were deleted long enough ago, each in a transaction and with an event in its customer's trail. */
export const purgeProjectsJob: JobKind<object> = {
  kind: 'projects.purge',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 3_600,
  async run({ platform, job, signal }) {
    while (!signal.aborted && (await purgeNext(platform, job.id)));
  },
}

/** No project is due: nothing is to be audited, so nothing is a change. */
class NothingDue extends Error {
  override readonly name = 'NothingDue'
}

async function purgeNext(platform: Platform, job: string): Promise<boolean> {
  const origin = { actor: anonymous, requestId: job, ip: '', userAgent: null }
  try {
    await runChange(platform, origin, async ({ db, now, audit }) => {
      const purged = await purgeProject(db, instantOf(now - purgedAfterDays * dayMs))
      if (!purged) throw new NothingDue()
      const { id, customer, ...before } = purged
      audit({ action: 'projects.purge', customer, target: { type: 'projects', id }, before })
    })
    return true
  } catch (error) {
    if (error instanceof NothingDue) return false
    throw error
  }
}
