import { endReminderDays } from '@lintel/contract/people/members'
import { z } from 'zod'
import { instantOf } from '../../platform/clock'
import { type Change, type Platform, platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { enqueueMail } from '../../platform/mail/mail'
import { grouped } from '../../platform/rows'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import { type EndingAccess, forgetTold, type Notice, noteEnding } from './access-reminders.store'

/** Memberships that are told of in one transaction. */
const mostAtOnce = 500

/** Most lines of a mail: what is beyond is counted. */
const mostLines = 20

/** What was told of ends is kept so long after them, in milliseconds: a clock that is put back tells nobody twice. */
const keptMs = 30 * 86_400_000

/** Days before an end on which its people are told, the far one first; each until the next is near. */
const notices: readonly Notice[] = endReminderDays.map((days, at) => ({ days, next: endReminderDays[at + 1] ?? 0 }))

/** Tells people whose access ends soon, and those who gave it: once at each distance, one mail to each for all that ends together. */
export const accessRemindersJob: JobKind<Record<string, never>> = {
  kind: 'access.remind',
  payload: z.strictObject({}),
  retryAfter: [],
  every: 3_600,
  async run({ platform, job, signal }) {
    for (const notice of notices) {
      while (!signal.aborted && (await remind(platform, notice, job.id)) === mostAtOnce);
    }
    await forgetTold(platform.db, instantOf(platform.clock() - keptMs))
  },
}

const remind = (platform: Platform, notice: Notice, job: string): Promise<number> =>
  unlessUnchanged(
    runChange(platform, platformOrigin(job), async (change) => {
      const ending = await noteEnding(change.db, notice, change.now, mostAtOnce)
      if (ending.length === 0) throw nothingToDo()
      await tellPeople(change, ending)
      await tellGivers(change, ending)
      for (const [customer, theirs] of grouped(ending, (access) => access.customer)) {
        change.audit({ action: 'access.remind', customer, after: { days: notice.days, memberships: theirs.length } })
      }
      return ending.length
    }),
    0,
  )

async function tellPeople(change: Change, ending: readonly EndingAccess[]): Promise<void> {
  for (const [, theirs] of grouped(ending, ({ user, customer, endsAt }) => `${user} ${customer} ${endsAt}`)) {
    const [{ user, customer, endsAt }] = theirs
    const values = { ...lines(theirs.map(({ projectName }) => projectName)), endsAt }
    await enqueueMail(change, { to: user, kind: 'access-ends', values, customer })
  }
}

async function tellGivers(change: Change, ending: readonly EndingAccess[]): Promise<void> {
  // Who gave it to themselves has heard of it.
  const others = ending.filter(({ giver, user }) => giver !== user)
  for (const [, given] of grouped(others, ({ giver, customer, endsAt }) => `${giver} ${customer} ${endsAt}`)) {
    const [{ giver, customer, endsAt, project }] = given
    const values = {
      ...lines(given.map(({ person, projectName }) => `${person}: ${projectName}`)),
      endsAt,
      link: `${change.configuration.publicUrl}/project-${project}/`,
    }
    await enqueueMail(change, { to: giver, kind: 'given-access-ends', values, customer })
  }
}

const lines = (all: readonly string[]) => ({
  lines: all.slice(0, mostLines),
  more: Math.max(0, all.length - mostLines),
})
