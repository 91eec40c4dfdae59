import { Problem } from '@lintel/contract/problems'
import { purgedAfterDays } from '@lintel/contract/projects/projects'
import { z } from 'zod'
import { lockDirectory } from '../../people/directory-groups/derive-access'
import { dayMs, instantOf } from '../../platform/clock'
import { type Platform, platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import { listCustomersToPurge, purgeProject } from './purge-projects.store'

/**
 * Purges deleted projects after the retention period, each in its own transaction and recorded in its customer's audit log. A purge changes the
 * directory of the customer; those whose directory stays locked by others are left to the next run. A failure holds up the projects of its own
 * customer alone, and is reported at the end.
 */
export const purgeProjectsJob: JobKind<object> = {
  kind: 'projects.purge',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 3_600,
  async run({ platform, job, signal }) {
    const oldest = instantOf(platform.clock() - purgedAfterDays * dayMs)
    const failures: unknown[] = []
    for (const customer of await listCustomersToPurge(platform.db, oldest)) {
      try {
        while (!signal.aborted && (await purgeNext(platform, job.id, { customer, oldest })));
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  },
}

/** False when no project of the customer is due, or its directory is locked. */
async function purgeNext(platform: Platform, job: string, due: { customer: string; oldest: string }): Promise<boolean> {
  const { customer } = due
  const purging = runChange(platform, platformOrigin(job), async ({ db, audit }) => {
    // Before the project is locked, as in other changes of a directory.
    await lockDirectory(db, customer)
    const purged = await purgeProject(db, due)
    if (!purged) throw nothingToDo()
    const { id, ...before } = purged
    audit({ action: 'projects.purge', customer, target: { type: 'projects', id }, before })
    return true
  })
  return unlessUnchanged(purging, false).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'overloaded') return false
    throw error
  })
}
