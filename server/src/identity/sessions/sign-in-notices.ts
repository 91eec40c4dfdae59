import { z } from 'zod'
import { type Change, type Platform, platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { enqueueMail } from '../../platform/mail/mail'
import { describeOrigin } from './describe-origin'
import {
  advanceNoticeCursor,
  claimFailedFactors,
  type FailedFactor,
  hasFailedFactors,
  type RecentSignIn,
  readNoticeCursor,
  signInsAfter,
} from './sign-in-notices.store'

/** Interval of the check, in seconds; it runs after the sign-in so that no sign-in waits for it. */
const everySeconds = 15

const kind = 'sign-in.notices'
const origin = platformOrigin(kind)

/**
 * Notifies people by mail of suspicious sign-ins (security B9): from a browser that is new to the account, and with the right
 * password but no right code of the second factor.
 */
export const signInNoticesJob: JobKind<Record<string, never>> = {
  kind,
  payload: z.strictObject({}),
  retryAfter: [],
  every: everySeconds,
  async run({ platform, signal }) {
    while (!signal.aborted && (await notifyOfNewBrowsers(platform)));
    await notifyOfFailedFactors(platform)
  },
}

/** Processes one batch; true when there may be more. */
async function notifyOfNewBrowsers(platform: Platform): Promise<boolean> {
  const { db, clock } = platform
  const from = await readNoticeCursor(db)
  const signIns = await signInsAfter(db, from, clock())
  const last = signIns.at(-1)
  if (!last) return false
  const newBrowsers = signIns.filter(({ isNewBrowser }) => isNewBrowser)
  return newBrowsers.length === 0
    ? advanceNoticeCursor(db, from, last.id)
    : mailNewBrowsers(platform, newBrowsers, { from, to: last.id })
}

const mailNewBrowsers = (
  platform: Platform,
  newBrowsers: readonly RecentSignIn[],
  { from, to }: { from: string; to: string },
) =>
  runChange(platform, origin, async (change) => {
    // If another server has processed the same batch, this transaction is rolled back.
    if (!(await advanceNoticeCursor(change.db, from, to))) throw new Error('Somebody else tells of these sign-ins')
    for (const signIn of newBrowsers) {
      await notify(change, 'new-browser', signIn)
      const target = { type: 'sessions', id: signIn.id }
      change.audit({ action: 'notice.new-browser', customer: signIn.homeCustomer, target })
    }
    return true
  })

async function notifyOfFailedFactors(platform: Platform): Promise<void> {
  if (!(await hasFailedFactors(platform.db, platform.clock()))) return
  await runChange(platform, origin, async (change) => {
    const failures = await claimFailedFactors(change.db, change.now)
    for (const failure of failures) await notify(change, 'second-factor-failed', failure)
    change.audit({ action: 'notice.second-factor-failed', customer: null, after: { people: failures.length } })
  })
}

const notify = (
  change: Change,
  kind: 'new-browser' | 'second-factor-failed',
  { userId, homeCustomer, formerAddress, at, ip, userAgent }: FailedFactor,
) =>
  enqueueMail(change, {
    to: userId,
    kind,
    values: describeOrigin({ ip: ip ?? '', userAgent }, Date.parse(at)),
    customer: homeCustomer,
    ...(formerAddress !== null && { address: formerAddress }),
  })
