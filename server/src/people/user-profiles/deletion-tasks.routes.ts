import { answerDeletion, listDeletionTasks, recordDeletionRequest } from '@lintel/contract/people/deletion-tasks'
import { type Actor, administers, isStaff } from '@lintel/contract/people/permissions'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { answerDeletionRequest } from './answer-deletion-request'
import { submitRequestOf } from './deletion-requests'
import { listOpenRequests } from './deletion-tasks.store'

/** Requests of a customer are handled by its administrators and staff, those of the platform by staff. */
const mayHandle = (actor: Actor, customer: string | null | undefined): boolean =>
  customer == null ? isStaff(actor) : administers(actor, customer)

export const deletionTaskRoutes: Route[] = [
  answer(listDeletionTasks, {
    may: (actor, { query: { customer } }) => mayHandle(actor, customer),
    run: async ({ db }, { query: { customer } }) => ({ requests: await listOpenRequests(db, customer) }),
  }),
  answer(recordDeletionRequest, {
    may: isStaff,
    freshProof: true,
    run: (context, { body }) => submitRequestOf(context, body),
  }),
  answer(answerDeletion, {
    may: (actor, { body: { customer } }) => mayHandle(actor, customer),
    // Closing an account is irreversible (security G9).
    freshProof: ({ body: { customer, outcome } }) => customer === null && outcome === 'done',
    run: (context, { parameters: { email }, body }) => {
      const actor = personOf(context)
      return context.change((change) => answerDeletionRequest({ ...change, actor }, { email, ...body }))
    },
  }),
]
