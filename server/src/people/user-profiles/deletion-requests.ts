import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { deletionPath, type requestDeletion } from '@lintel/contract/people/deletion-requests'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { dayMs, instantOf } from '../../platform/clock'
import type { Context } from '../../platform/context'
import { type AnyNewMail, enqueueMails } from '../../platform/mail/mail'
import { mailsSince } from '../../platform/mail/mail-outbox'
import {
  deleteDeletionRequest,
  findDeletionHandlers,
  findDeletionRequest,
  insertDeletionRequest,
} from './deletion-requests.store'

/** Maximum requests per person and day: each is mailed to all recipients. */
const maxRequestsPerDay = 3
/** Maximum projects listed in a mail. */
const maxLines = 20

const targetOf = ({ email }: Person) => ({ type: 'user-profiles', id: email })

/** Records a person's request to delete their account and notifies staff and the administrators concerned. */
export const submitDeletionRequest = (context: Context, actor: Person): Promise<CallAnswer<typeof requestDeletion>> =>
  context.change(async (change) => {
    const { db, now, configuration, audit } = change
    const own = { to: actor.id, kind: 'deletion-noted' } as const
    if ((await mailsSince(db, { ...own, since: now - dayMs })) >= maxRequestsPerDay)
      throw new Problem('tooManyRequests', { retryAfter: dayMs / 1_000 })
    const isNew = await insertDeletionRequest(db, actor.id, now)
    const requestedAt = (await findDeletionRequest(db, actor.id)) ?? instantOf(now)
    audit({
      action: 'users.deletion-requested',
      customer: actor.homeCustomer,
      target: targetOf(actor),
      after: { requestedAt },
    })
    if (!isNew) return { requestedAt }
    const handlers = await findDeletionHandlers(db, actor)
    const link = `${configuration.publicUrl}${deletionPath}`
    await enqueueMails(change, [
      { ...own, values: { at: requestedAt, link }, customer: actor.homeCustomer },
      ...handlers.map(
        ({ user, owned, memberships }): AnyNewMail => ({
          to: user,
          kind: 'deletion-asked',
          values: {
            email: actor.email,
            owned: owned.slice(0, maxLines),
            more: Math.max(0, owned.length - maxLines),
            memberships,
          },
        }),
      ),
    ])
    return { requestedAt }
  })

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
