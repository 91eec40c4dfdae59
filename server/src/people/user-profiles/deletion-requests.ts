import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { deletionPath, type requestDeletion } from '@lintel/contract/people/deletion-requests'
import type { recordDeletionRequest } from '@lintel/contract/people/deletion-tasks'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { dayMs, instantOf } from '../../platform/clock'
import type { Change, Context } from '../../platform/context'
import { type AnyNewMail, enqueueMails } from '../../platform/mail/mail'
import { mailsSince } from '../../platform/mail/mail-outbox'
import {
  deleteDeletionRequest,
  findDeletionHandlers,
  findDeletionRequest,
  insertDeletionRequest,
  lockPerson,
  type Requester,
} from './deletion-requests.store'

/** Maximum requests per person and day: each is mailed to all recipients. */
const maxRequestsPerDay = 3
/** Maximum projects listed in a mail. */
const maxLines = 20

const targetOf = ({ email }: Requester) => ({ type: 'user-profiles', id: email })

/** Records a person's request to delete their account and notifies them, staff and the administrators concerned. */
export const submitDeletionRequest = (context: Context, actor: Person): Promise<CallAnswer<typeof requestDeletion>> =>
  context.change(async (change) => {
    const { db, now } = change
    if ((await mailsSince(db, { to: actor.id, kind: 'deletion-noted', since: now - dayMs })) >= maxRequestsPerDay)
      throw new Problem('tooManyRequests', { retryAfter: dayMs / 1_000 })
    return noteRequest(change, actor, { isNotified: true })
  })

/** Records the request of a person who asked staff, and notifies the same people; the person only at an address that is theirs. */
export const submitRequestOf = (
  context: Context,
  { email, reason }: { email: string; reason: string },
): Promise<CallAnswer<typeof recordDeletionRequest>> =>
  context.change(async (change) => {
    const person = await lockPerson(change.db, email)
    if (!person) throw new Problem('notFound', { pointer: '/email' })
    return noteRequest(change, person, { isNotified: person.isProved, reason })
  })

/** Stores and audits a request, and mails it unless it is open already. */
async function noteRequest(
  change: Change,
  person: Requester,
  { isNotified, reason }: { isNotified: boolean; reason?: string },
): Promise<{ requestedAt: string }> {
  const { db, now, configuration, audit } = change
  const isNew = await insertDeletionRequest(db, person.id, now)
  const requestedAt = (await findDeletionRequest(db, person.id)) ?? instantOf(now)
  audit({
    action: 'users.deletion-requested',
    customer: person.homeCustomer,
    target: targetOf(person),
    after: { requestedAt, ...(reason !== undefined && { reason }) },
  })
  if (!isNew) return { requestedAt }
  const handlers = await findDeletionHandlers(db, person)
  const { publicUrl } = configuration
  const noted: AnyNewMail = {
    to: person.id,
    kind: 'deletion-noted',
    values: {
      at: requestedAt,
      link: `${publicUrl}${deletionPath}`,
      hasAdministrators: handlers.some(({ isStaff }) => !isStaff),
    },
    customer: person.homeCustomer,
  }
  const asked = handlers.map(
    ({ user, customer, owned, memberships }): AnyNewMail => ({
      to: user,
      kind: 'deletion-asked',
      values: {
        email: person.email,
        owned: owned.slice(0, maxLines),
        more: Math.max(0, owned.length - maxLines),
        memberships,
        link: `${publicUrl}/deletion-requests${customer === null ? '' : `?customer=${customer}`}`,
      },
    }),
  )
  await enqueueMails(change, isNotified ? [noted, ...asked] : asked)
  return { requestedAt }
}

/** Withdraws the request and notifies its recipients. */
export const withdrawDeletionRequest = (context: Context, actor: Person): Promise<void> =>
  context.change(async (change) => {
    const { db, audit } = change
    const requestedAt = await deleteDeletionRequest(db, actor.id)
    audit({
      action: 'users.deletion-withdrawn',
      customer: actor.homeCustomer,
      target: targetOf(actor),
      ...(requestedAt !== undefined && { before: { requestedAt } }),
    })
    if (requestedAt === undefined) return
    const handlers = await findDeletionHandlers(db, actor)
    const mails = handlers.map(
      ({ user }): AnyNewMail => ({ to: user, kind: 'deletion-withdrawn', values: { email: actor.email } }),
    )
    await enqueueMails(change, mails)
  })
