import { z } from 'zod'
import { type Platform, platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { enqueueMail } from '../../platform/mail/mail'
import { seenFrom } from './seen-from'
import {
  hasFailedFactors,
  type LookedAt,
  moveTold,
  signInsAfter,
  takeFailedFactors,
  toldThrough,
} from './sign-in-notices.store'

/** How often sign-ins are looked through, in seconds: after the fact, so that no sign-in waits for it. */
const everySeconds = 15

const kind = 'sign-in.notices'
const origin = platformOrigin(kind)

/**
 * Tells people by mail of sign-ins that they should know of (security B9): from a browser that is new to the account, and
 * with the right password but no right code of the second factor.
 */
export const signInNoticesJob: JobKind<Record<string, never>> = {
  kind,
  payload: z.strictObject({}),
  retryAfter: [],
  every: everySeconds,
  async run({ platform, signal }) {
    while (!signal.aborted && (await tellOfNewBrowsers(platform)));
    await tellOfFailedFactors(platform)
  },
}

/** One round; true when there may be more. */
async function tellOfNewBrowsers(platform: Platform): Promise<boolean> {
  const { db, clock } = platform
  const from = await toldThrough(db)
  const looked = await signInsAfter(db, from, clock())
  const last = looked.at(-1)
  if (!last) return false
  const news = looked.filter(({ isNews }) => isNews)
  return news.length === 0 ? moveTold(db, from, last.id) : mailNews(platform, news, { from, to: last.id })
}

const mailNews = (platform: Platform, news: readonly LookedAt[], { from, to }: { from: string; to: string }) =>
  runChange(platform, origin, async (change) => {
    // Another server looked at the same ones: what it wrote stands, and this round is undone.
    if (!(await moveTold(change.db, from, to))) throw new Error('Somebody else tells of these sign-ins')
    for (const { id, userId, homeCustomer, at, ip, userAgent } of news) {
      const values = seenFrom({ ip: ip ?? '', userAgent }, Date.parse(at))
      await enqueueMail(change, { to: userId, kind: 'new-browser', values, customer: homeCustomer })
      change.audit({ action: 'notice.new-browser', customer: homeCustomer, target: { type: 'sessions', id } })
    }
    return true
  })

async function tellOfFailedFactors(platform: Platform): Promise<void> {
  if (!(await hasFailedFactors(platform.db, platform.clock()))) return
  await runChange(platform, origin, async (change) => {
    const failures = await takeFailedFactors(change.db, change.now)
    for (const { userId, homeCustomer, at, ip, userAgent } of failures) {
      const values = seenFrom({ ip: ip ?? '', userAgent }, Date.parse(at))
      await enqueueMail(change, { to: userId, kind: 'second-factor-failed', values, customer: homeCustomer })
    }
    change.audit({ action: 'notice.second-factor-failed', customer: null, after: { people: failures.length } })
  })
}
