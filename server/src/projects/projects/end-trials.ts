import { z } from 'zod'
import { dayMs, instantOf } from '../../platform/clock'
import { type Change, type Platform, platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { enqueueMail } from '../../platform/mail/mail'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import { claimEndingTrial, hibernateEndedTrial } from './end-trials.store'

/** How long before the end of a trial its owner is notified. */
const mailedBeforeMs = 3 * dayMs

/** Notifies the owners of trials that end soon and hibernates projects whose trial has ended (contract §6). */
export const endTrialsJob: JobKind<object> = {
  kind: 'projects.end-trials',
  payload: z.looseObject({}),
  retryAfter: [],
  every: 3_600,
  async run({ platform, job, signal }) {
    for (const step of [mailNext, hibernateNext]) while (!signal.aborted && (await inChange(platform, job.id, step)));
  },
}

/** False when no project is due. */
const inChange = (platform: Platform, job: string, step: (change: Change) => Promise<void>): Promise<boolean> =>
  unlessUnchanged(
    runChange(platform, platformOrigin(job), step).then(() => true),
    false,
  )

async function mailNext(change: Change): Promise<void> {
  const { db, now, audit, configuration } = change
  const ending = await claimEndingTrial(db, { now, until: now + mailedBeforeMs })
  if (!ending) throw nothingToDo()
  const { id, customer, owner, name, endsAt } = ending
  const link = `${configuration.publicUrl}/project-${id}/`
  await enqueueMail(change, { to: owner, customer, kind: 'trial-ends', values: { project: name, endsAt, link } })
  audit({ action: 'projects.trial-mail', customer, target: { type: 'projects', id }, after: { trialEndsAt: endsAt } })
}

async function hibernateNext({ db, now, audit }: Change): Promise<void> {
  const ended = await hibernateEndedTrial(db, instantOf(now))
  if (!ended) throw nothingToDo()
  const { id, customer } = ended
  const flags = { before: { isHibernated: false }, after: { isHibernated: true } }
  audit({ action: 'projects.trial-end', customer, target: { type: 'projects', id }, ...flags })
}
