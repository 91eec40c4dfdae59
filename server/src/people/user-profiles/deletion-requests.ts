import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { deletionPath, type requestDeletion } from '@lintel/contract/people/deletion-requests'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { instantOf } from '../../platform/clock'
import type { Context } from '../../platform/context'
import { type AnyNewMail, enqueueMails } from '../../platform/mail/mail'
import { mailsSince } from '../../platform/mail/mail-outbox'
import { deletionRequestOf, dropDeletionRequest, handlersOf, writeDeletionRequest } from './deletion-requests.store'

/** Most requests of one person in a day: each is mailed to everybody who has to do with it. */
const mostRequests = 3
const dayMs = 24 * 3_600_000

/** Most projects that a mail names. */
const mostLines = 20

const targetOf = ({ email }: Person) => ({ type: 'user-profiles', id: email })

/** Notes that the person wants their account deleted, and mails it to those who have to do with it. */
export const askForDeletion = (context: Context, actor: Person): Promise<CallAnswer<typeof requestDeletion>> =>
  context.change(async (change) => {
    const { db, now, configuration, audit } = change
    const own = { to: actor.id, kind: 'deletion-noted' } as const
    if ((await mailsSince(db, { ...own, since: now - dayMs })) >= mostRequests)
      throw new Problem('tooManyRequests', { retryAfter: dayMs / 1_000 })
    const isNew = await writeDeletionRequest(db, actor.id, now)
    const requestedAt = (await deletionRequestOf(db, actor.id)) ?? instantOf(now)
    audit({
      action: 'users.deletion-requested',
      customer: actor.homeCustomer,
      target: targetOf(actor),
      after: { requestedAt },
    })
    if (!isNew) return { requestedAt }
    const handlers = await handlersOf(db, actor)
    const link = `${configuration.publicUrl}${deletionPath}`
    await enqueueMails(change, [
      { ...own, values: { at: requestedAt, link }, customer: actor.homeCustomer },
      ...handlers.map(
        ({ user, owned, memberships }): AnyNewMail => ({
          to: user,
          kind: 'deletion-asked',
          values: {
            email: actor.email,
            owned: owned.slice(0, mostLines),
            more: Math.max(0, owned.length - mostLines),
            memberships,
          },
        }),
      ),
    ])
    return { requestedAt }
  })

/** Forgets the request, and mails it to those who were mailed of it. */
export const withdrawDeletionOf = (context: Context, actor: Person): Promise<void> =>
  context.change(async (change) => {
    const { db, audit } = change
    const requestedAt = await dropDeletionRequest(db, actor.id)
    audit({
      action: 'users.deletion-withdrawn',
      customer: actor.homeCustomer,
      target: targetOf(actor),
      ...(requestedAt !== undefined && { before: { requestedAt } }),
    })
    if (requestedAt === undefined) return
    const handlers = await handlersOf(db, actor)
    const mails = handlers.map(
      ({ user }): AnyNewMail => ({ to: user, kind: 'deletion-withdrawn', values: { email: actor.email } }),
    )
    await enqueueMails(change, mails)
  })
