import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel as levels } from '@lintel/contract/people/privilege-levels'
import { z } from 'zod'
import { type Change, type Platform, platformOrigin, runChange } from '../../platform/context'
import type { JobKind } from '../../platform/jobs/jobs'
import { type AnyNewMail, enqueueMails } from '../../platform/mail/mail'
import { grouped } from '../../platform/rows'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import type { Following } from '../change-sets/engine/change-kind'
import { recipientOf } from '../invitations/invitation-states.store'
import { sendInvitations, withdrawInvitations } from '../invitations/invite'
import {
  type FirstAccess,
  forgetMails,
  type GainedBy,
  type NotedRole,
  noteGained,
  noteRoles,
  noteTold,
  notingGained,
  takeNotices,
} from './access-notices.store'

/** How long a gained role waits for others that belong into the same mail, in milliseconds: what is undone by then is not told. */
const restMs = 5 * 60_000

/** Between two such mails to one person, in milliseconds. */
const betweenMs = 3_600_000

/** Rows of a change set whose people are looked at by one statement: of so many it is done well within a second. */
const rowsAtOnce = 40_000

/** People who are told in one transaction. */
const mostAtOnce = 500

/** Most lines of a mail: what is beyond is counted. */
const mostLines = 20

/**
 * What follows from roles that an applied change set gave: whoever has a first access to the customer by it is invited, whoever has
 * an account and gained a role is told of it in their next mail. One cell, many, a file and an import alike. Of a large set one share of
 * the people comes after the other; `told` hears which share of them is done.
 */
export async function announceGained(
  change: Change<Person>,
  set: GainedBy & { rows: number },
  told: (share: number) => Promise<void>,
): Promise<void> {
  const of = Math.ceil(set.rows / rowsAtOnce)
  for (let at = 0; at < of; at += 1) {
    await invite(change, set, await noteGained(change.db, { ...set, among: { at, of } }, change.now))
    await told((at + 1) / of)
  }
}

/** The same, noted by the statement that notes the change set as applied. */
export function announcingGained(change: Change<Person>, set: { id: string; customer: string }): Following {
  return {
    ...notingGained(set, change.now),
    follow: (first) => invite(change, set, first as FirstAccess[]),
  }
}

async function invite(change: Change<Person>, { customer }: { customer: string }, first: readonly FirstAccess[]) {
  const invited = first.map((access) => ({ ...access, customer }))
  await sendInvitations(change, invited, { paced: true })
}

/**
 * What follows from a project's new owner: their next mail says so, and whoever has no way in yet is invited to it instead. Who made
 * themselves the owner knows it.
 */
export async function announceOwner(change: Change<Person>, role: { user: string; project: string; customer: string }) {
  if (role.user === change.actor.id) return
  const { signsIn } = await recipientOf(change.db, role.user)
  if (signsIn) return void (await noteRoles(change.db, [role], change.now))
  await withdrawInvitations(change, role)
  await sendInvitations(change, [{ ...role, privilegeLevel: levels.owner, expirationDate: null }], { paced: true })
}

/** Tells people of the roles they gained: gathered, and at most once an hour. */
export const accessNoticesJob: JobKind<Record<string, never>> = {
  kind: 'access.notify',
  payload: z.strictObject({}),
  retryAfter: [],
  every: 60,
  async run({ platform, job, signal }) {
    while (!signal.aborted && (await notifyPeople(platform, job.id)) === mostAtOnce);
    await forgetMails(platform.db, platform.clock() - betweenMs)
  },
}

/** Gives how many people had something to be told of. */
const notifyPeople = (platform: Platform, job: string): Promise<number> =>
  unlessUnchanged(
    runChange(platform, platformOrigin(job), async (change) => {
      const noted = await takeNotices(change.db, { restMs, betweenMs, most: mostAtOnce }, change.now)
      if (noted.length === 0) throw nothingToDo()
      const told = noted.filter(({ isTold }) => isTold)
      const mails = [...grouped(told, ({ user }) => user)].map(([user, roles]) => mailOf(change, user, roles))
      await enqueueMails(change, mails)
      await noteTold(
        change.db,
        mails.map(({ to }) => to),
        change.now,
      )
      for (const [customer, theirs] of grouped(noted, (role) => role.customer)) {
        const after = { memberships: theirs.length, told: theirs.filter(({ isTold }) => isTold).length }
        change.audit({ action: 'access.notify', customer, after })
      }
      return new Set(noted.map(({ user }) => user)).size
    }),
    0,
  )

function mailOf({ configuration }: Pick<Change, 'configuration'>, to: string, roles: readonly NotedRole[]): AnyNewMail {
  const owned = roles.flatMap(({ project, privilegeLevel }) => (privilegeLevel === levels.owner ? [project] : []))
  const given = roles.flatMap(({ project, privilegeLevel }) =>
    privilegeLevel === levels.owner ? [] : [{ project, privilegeLevel }],
  )
  const shownOwned = owned.slice(0, mostLines)
  const gained = given.slice(0, mostLines - shownOwned.length)
  const customers = new Set(roles.map(({ customer }) => customer))
  const [customer = null] = customers.size === 1 ? customers : []
  const more = roles.length - shownOwned.length - gained.length
  const values = { owned: shownOwned, gained, more, link: `${configuration.publicUrl}/` }
  return { to, kind: 'access-gained', values, customer }
}
