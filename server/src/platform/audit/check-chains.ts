import { platformTenant } from '@lintel/contract/settings/events'
import { z } from 'zod'
import { dayMs, instantOf } from '../clock'
import { type Platform, platformOrigin, runChange } from '../context'
import type { JobKind } from '../jobs/jobs'
import { checkOf, saveCheck } from './check-chains.store'
import { tenantsOf, verifyTenant } from './verify'

const checkAction = 'audit.check'

/** Interval of complete verifications, in milliseconds; the checks in between read only the new events. */
const wholeEveryMs = dayMs

/**
 * Verifies every chain of the audit log hourly and stores the instant up to which it is intact, which the audit log
 * screen shows. A break is recorded once as an event of the platform and logged as an error.
 */
export const checkChainsJob: JobKind<object> = {
  kind: checkAction,
  payload: z.looseObject({}),
  retryAfter: [600, 3_600],
  every: 3_600,
  run: ({ platform, signal }) => checkChains(platform, signal),
}

/** Checks every chain once. */
export async function checkChains(platform: Platform, signal?: AbortSignal): Promise<void> {
  for (const tenant of await tenantsOf(platform.db)) {
    if (signal?.aborted) return
    await checkChain(platform, tenant)
  }
}

async function checkChain(platform: Platform, tenant: string): Promise<void> {
  const { db, clock, log } = platform
  const now = clock()
  const before = await checkOf(db, tenant)
  const isWhole = !before || before.isBroken || now - Date.parse(before.wholeAt) >= wholeEveryMs
  const { through, broken } = await verifyTenant(db, tenant, isWhole ? {} : { from: before })
  const at = instantOf(now)
  await saveCheck(db, { tenant, through, checkedAt: at, wholeAt: isWhole ? at : before.wholeAt, broken })
  if (!broken || before?.isBroken) return
  log.error({ tenant, ...broken }, 'a chain of the audit log is broken')
  await runChange(platform, platformOrigin(checkAction), async ({ audit }) =>
    audit({
      action: checkAction,
      customer: null,
      target: { type: 'audit-chains', id: tenant === platformTenant ? 'platform' : tenant },
      result: 'failure',
      reason: broken.reason,
      after: { sequence: broken.sequence },
    }),
  )
}
