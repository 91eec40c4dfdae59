import { answerDeletion, listDeletionTasks } from '@lintel/contract/people/deletion-tasks'
import { type Actor, administers, isStaff } from '@lintel/contract/people/permissions'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { answerRequest } from './answer-deletion'
import { openDeletions } from './deletion-tasks.store'

/** Of a customer, its administrators and staff; of the platform, staff. */
const handles = (actor: Actor, customer: string | null | undefined): boolean =>
  customer == null ? isStaff(actor) : administers(actor, customer)

export const deletionTaskRoutes: Route[] = [
  answer(listDeletionTasks, {
    may: (actor, { query: { customer } }) => handles(actor, customer),
    run: async ({ db }, { query: { customer } }) => ({ requests: await openDeletions(db, customer) }),
  }),
  answer(answerDeletion, {
    may: (actor, { body: { customer } }) => handles(actor, customer),
    // An account that is closed does not come back (security G9).
    freshProof: ({ body: { customer, outcome } }) => customer === null && outcome === 'done',
    run: (context, { parameters: { email }, body }) => {
      const actor = personOf(context)
      return context.change((change) => answerRequest({ ...change, actor }, { email, ...body }))
    },
  }),
]
