import { endReminderDays } from '@lintel/contract/people/members'
import { z } from 'zod'
import { dayMs, instantOf } from '../../platform/clock'
import { type Change, type Platform, platformOrigin, runChange } from '../../platform/context'
import type { JobKind, Work } from '../../platform/jobs/jobs'
import { enqueueMail } from '../../platform/mail/mail'
import { groupBy } from '../../platform/rows'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import {
  deleteOldReminders,
  type EndingAccess,
  type EndRange,
  firstPartOf,
  type ReminderStep,
  rangeOf,
  recordReminders,
} from './access-reminders.store'

/** Maximum lines in a mail; the rest is counted. */
const maxLines = 20

/** Retention of reminders after the end, in milliseconds: setting the clock back must not send a reminder twice. */
const retentionMs = 30 * dayMs

/** Reminder steps, the earliest first; each applies until the next one begins. */
const reminderSteps: readonly ReminderStep[] = endReminderDays.map((days, at) => ({
  days,
  next: endReminderDays[at + 1] ?? 0,
}))

/** Notifies people whose access ends soon, and those who granted it: once per step, one mail per recipient for everything that ends together. */
export const accessRemindersJob: JobKind<Record<string, never>> = {
  kind: 'access.remind',
  payload: z.strictObject({}),
  retryAfter: [],
  every: 3_600,
  async run({ platform, job, signal }) {
    for (const step of reminderSteps) await remindOf(step, { platform, job, signal })
    await deleteOldReminders(platform.db, instantOf(platform.clock() - retentionMs))
  },
}

type Run = Pick<Work<unknown>, 'platform' | 'job' | 'signal'>

/** Sends the reminders of a step in parts, each of which begins where the one before ended. */
async function remindOf(step: ReminderStep, { platform, job, signal }: Run): Promise<void> {
  const all = rangeOf(step, platform.clock())
  let rest = all
  while (rest.after !== all.upTo && !signal.aborted) {
    const part = await firstPartOf(platform.db, rest)
    await unlessUnchanged(remind(platform, step, part, job.id))
    rest = { ...all, after: part.upTo }
  }
}

const remind = (platform: Platform, step: ReminderStep, part: EndRange, job: string): Promise<void> =>
  runChange(platform, platformOrigin(job), async (change) => {
    const ending = await recordReminders(change.db, step, part, change.now)
    if (ending.length === 0) throw nothingToDo()
    await notifyMembers(change, ending)
    await notifyGivers(change, ending)
    for (const [customer, theirs] of groupBy(ending, (access) => access.customer)) {
      change.audit({ action: 'access.remind', customer, after: { days: step.days, memberships: theirs.length } })
    }
  })

async function notifyMembers(change: Change, ending: readonly EndingAccess[]): Promise<void> {
  // What waits for a proof opens nothing that could be lost. Whoever granted it does not learn that it waits.
  const given = ending.filter(({ awaitsProof }) => !awaitsProof)
  for (const [, theirs] of groupBy(given, ({ user, customer, endsAt }) => `${user} ${customer} ${endsAt}`)) {
    const [{ user, customer, endsAt }] = theirs
    const values = { ...lines(theirs.map(({ projectName }) => projectName)), endsAt }
    await enqueueMail(change, { to: user, kind: 'access-ends', values, customer })
  }
}

async function notifyGivers(change: Change, ending: readonly EndingAccess[]): Promise<void> {
  // People who granted the access to themselves get the member's mail only.
  const others = ending.filter(({ giver, user }) => giver !== user)
  for (const [, granted] of groupBy(others, ({ giver, customer, endsAt }) => `${giver} ${customer} ${endsAt}`)) {
    const [{ giver, customer, endsAt, project }] = granted
    const isOfSeveral = granted.some((other) => other.project !== project)
    const { publicUrl } = change.configuration
    const values = {
      ...lines(granted.map(({ person, projectName }) => `${person}: ${projectName}`)),
      endsAt,
      link: isOfSeveral ? `${publicUrl}/` : `${publicUrl}/project-${project}/`,
      isOfSeveral,
    }
    await enqueueMail(change, { to: giver, kind: 'given-access-ends', values, customer })
  }
}

const lines = (all: readonly string[]) => ({
  lines: all.slice(0, maxLines),
  more: Math.max(0, all.length - maxLines),
})
