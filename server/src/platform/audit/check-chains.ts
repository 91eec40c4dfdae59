import { platformTenant } from '@lintel/contract/settings/events'
import { z } from 'zod'
import { dayMs, instantOf } from '../clock'
import { type Platform, platformOrigin, runChange } from '../context'
import type { JobKind } from '../jobs/jobs'
import { checkOf, type NewCheck, saveIntact, saveUnfinished } from './check-chains.store'
import { type Break, type ChainPosition, tenantsOf, verifyChain } from './verify'

const checkAction = 'audit.check'

/** Interval of complete verifications, in milliseconds; the checks in between read only the new events. */
const wholeEveryMs = dayMs

/**
 * Verifies every chain of the audit log and the rows of its change sets hourly, and stores the instant up to which it is intact, which the
 * audit log screen shows. A break is recorded once as an event of the platform and logged as an error.
 */
export const checkChainsJob: JobKind<object> = {
  kind: checkAction,
  payload: z.looseObject({}),
  retryAfter: [600, 3_600],
  every: 3_600,
  run: ({ platform, signal }) => checkChains(platform, { signal }),
}

/** Rows of change sets after which a check of one chain ends; the next one continues. What is new has as many of its own. */
const rowsOfCheck = 1_000_000

interface Checking {
  /** Stops between two batches; the next check goes on from there. */
  signal?: AbortSignal
  /** Events that are read at a time. */
  batch?: number
  /** Rows of change sets after which a check of one chain ends. */
  maxRows?: number
}

/** Checks every chain once. The failure of a check holds up no other chain, and is reported at the end. */
export async function checkChains(platform: Platform, checking: Checking = {}): Promise<void> {
  const failures: unknown[] = []
  for (const tenant of await tenantsOf(platform.db)) {
    if (checking.signal?.aborted) break
    try {
      await checkChain(platform, tenant, checking)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function checkChain(platform: Platform, tenant: string, checking: Checking): Promise<void> {
  const now = platform.clock()
  const before = await checkOf(platform.db, tenant)
  // A broken chain is verified again only when all of it holds.
  const isDue = before && (before.isBroken || now - Date.parse(before.wholeAt) >= wholeEveryMs)
  const isWhole = isDue === true || before?.reading !== undefined
  const check = { tenant, isWhole, checkedAt: instantOf(now) }
  const wasBroken = before?.isBroken === true
  const from = isWhole ? before?.reading : before?.verified
  const isStopped = await checkFrom(platform, { ...check, from, wasBroken }, checking)
  if (!isStopped || !isWhole || wasBroken || checking.signal?.aborted) return
  // The whole chain takes several checks: what is new is verified in each of them.
  await checkFrom(platform, { ...check, isWhole: false, from: before?.verified, wasBroken }, checking)
}

interface Reading extends Omit<NewCheck, 'through'> {
  from: ChainPosition | undefined
  /** A break was known before. */
  wasBroken: boolean
}

/** Verifies a chain from a position on and stores how far it came; true when it was stopped before the end. */
async function checkFrom(
  platform: Platform,
  { from, wasBroken, ...check }: Reading,
  { signal, batch, maxRows = rowsOfCheck }: Checking,
): Promise<boolean> {
  const { db } = platform
  const { through, broken, isStopped } = await verifyChain(db, check.tenant, {
    from,
    batch,
    async onBatch(read) {
      await saveUnfinished(db, { ...check, through: read.through })
      return signal?.aborted !== true && read.rows < maxRows
    },
  })
  if (broken) {
    await saveUnfinished(db, { ...check, through }, broken)
    if (!wasBroken) await tellOfBreak(platform, check.tenant, broken)
  } else if (!isStopped) await saveIntact(db, { ...check, through })
  return isStopped === true
}

async function tellOfBreak(platform: Platform, tenant: string, broken: Break): Promise<void> {
  platform.log.error({ tenant, ...broken }, 'a chain of the audit log is broken')
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
