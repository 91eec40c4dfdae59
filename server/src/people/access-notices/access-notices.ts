import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel as levels } from '@lintel/contract/people/privilege-levels'
import { z } from 'zod'
import { hourMs } from '../../platform/clock'
import { type Change, type Platform, platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { type AnyNewMail, enqueueMails } from '../../platform/mail/mail'
import { groupBy } from '../../platform/rows'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import type { FollowUp } from '../change-sets/engine/change-kind'
import { findRecipient } from '../invitations/invitation-states.store'
import { sendInvitations, withdrawInvitations } from '../invitations/invite'
import {
  claimNotices,
  deleteOldMailRecords,
  type FirstAccess,
  findDuePeople,
  type GainedRole,
  type GrantingChangeSet,
  gainedRolesStatement,
  type PendingNotice,
  recordGainedRoles,
  recordMailed,
  recordRoles,
} from './access-notices.store'

/** A granted role is mailed after a while, so that several roles share one mail and undone grants are not mailed; a person gets one mail an hour. */
const terms = { delayMs: 5 * 60_000, minIntervalMs: hourMs }

/** Change set rows per statement: this many are processed well within a second. */
const rowBatchSize = 40_000

/** People notified per transaction. */
const peopleBatchSize = 500

/** Maximum lines in a mail; the rest is counted. */
const maxLines = 20

/**
 * Notifies people of roles granted by an applied change set: a first access to the customer sends an invitation, any
 * other role is included in the next access mail. Applies equally to a single cell, a bulk change, a file and an
 * import. A large set is processed in slices of people; `reportProgress` receives the fraction done.
 */
export async function notifyGainedRoles(
  change: Change<Person>,
  set: GrantingChangeSet & { rows: number },
  reportProgress: (share: number) => Promise<void>,
): Promise<void> {
  const of = Math.ceil(set.rows / rowBatchSize)
  for (let at = 0; at < of; at += 1) {
    await invite(change, set, await recordGainedRoles(change.db, { ...set, share: { at, of } }, change.now))
    await reportProgress((at + 1) / of)
  }
}

/** Variant of {@link notifyGainedRoles} that runs within the statement that marks the change set as applied. */
export function gainedRolesFollowUp(change: Change<Person>, set: { id: string; customer: string }): FollowUp {
  return {
    ...gainedRolesStatement(set, change.now),
    handle: (first) => invite(change, set, first as FirstAccess[]),
  }
}

async function invite(change: Change<Person>, { customer }: { customer: string }, first: readonly FirstAccess[]) {
  const invited = first.map((access) => ({ ...access, customer }))
  await sendInvitations(change, invited, { paced: true })
}

/**
 * Notifies a project's new owner in their next access mail; somebody who cannot sign in yet is invited as owner
 * instead. Nobody is notified of making themselves the owner.
 */
export async function notifyNewOwner(change: Change<Person>, role: GainedRole & { customer: string }) {
  if (role.user === change.actor.id) return
  const { signsIn } = await findRecipient(change.db, role.user)
  if (signsIn) return void (await recordRoles(change.db, [role], change.now))
  await withdrawInvitations(change, role)
  await sendInvitations(change, [{ ...role, privilegeLevel: levels.owner, expirationDate: null }], { paced: true })
}

/** Mails people the roles they gained, batched, at most one mail an hour. */
export const accessNoticesJob: JobKind<Record<string, never>> = {
  kind: 'access.notify',
  payload: z.strictObject({}),
  retryAfter: [],
  every: 60,
  async run({ platform, job, signal }) {
    const due = await findDuePeople(platform.db, terms, platform.clock())
    for (let at = 0; at < due.length && !signal.aborted; at += peopleBatchSize)
      await unlessUnchanged(notifyPeople(platform, due.slice(at, at + peopleBatchSize), job.id))
    await deleteOldMailRecords(platform.db, platform.clock() - terms.minIntervalMs)
  },
}

const notifyPeople = (platform: Platform, people: readonly string[], job: string): Promise<void> =>
  runChange(platform, platformOrigin(job), async (change) => {
    const claimed = await claimNotices(change.db, people, terms, change.now)
    if (claimed.length === 0) throw nothingToDo()
    const notified = claimed.filter(({ isNotified }) => isNotified)
    const mails = [...groupBy(notified, ({ user }) => user)].map(([user, roles]) => mailOf(change, user, roles))
    await enqueueMails(change, mails)
    await recordMailed(
      change.db,
      mails.map(({ to }) => to),
      change.now,
    )
    for (const [customer, theirs] of groupBy(claimed, (role) => role.customer)) {
      const after = { memberships: theirs.length, told: theirs.filter(({ isNotified }) => isNotified).length }
      change.audit({ action: 'access.notify', customer, after })
    }
  })

function mailOf(
  { configuration }: Pick<Change, 'configuration'>,
  to: string,
  roles: readonly PendingNotice[],
): AnyNewMail {
  const owned = roles.flatMap(({ project, privilegeLevel }) => (privilegeLevel === levels.owner ? [project] : []))
  const granted = roles.flatMap(({ project, privilegeLevel }) =>
    privilegeLevel === levels.owner ? [] : [{ project, privilegeLevel }],
  )
  const listedOwned = owned.slice(0, maxLines)
  const gained = granted.slice(0, maxLines - listedOwned.length)
  const customers = new Set(roles.map(({ customer }) => customer))
  const [customer = null] = customers.size === 1 ? customers : []
  const more = roles.length - listedOwned.length - gained.length
  const values = { owned: listedOwned, gained, more, link: `${configuration.publicUrl}/` }
  return { to, kind: 'access-gained', values, customer }
}
