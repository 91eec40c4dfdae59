import { isSignedIn, readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { readEvents } from '@lintel/contract/settings/events'
import { answer } from '../../platform/answer'
import type { LiveChanges } from '../../platform/events/live-changes'
import type { Route } from '../../platform/route'
import { isUuid } from '../../platform/rows'

/** What changes in a customer, as it happens: for those who may read the customer. */
export const eventRoutes = (live: LiveChanges): Route[] => [
  answer(readEvents, {
    may: (actor, { query: { customer } }) => readsCustomer(actor, customer),
    async run({ actor, request }, { query: { customer, after, age } }, reply) {
      if (!isSignedIn(actor) || !isUuid(customer)) throw new Problem('notFound')
      reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no')
      const last = request.headers['last-event-id'] ?? after
      const from =
        last === undefined ? { age: age === undefined ? undefined : Number(age) } : { place: readPlace(last) }
      return live.open({ session: actor.sessionId, user: actor.id, customer }, from)
    },
  }),
]

/** A place in a history; what is none was given by somebody else, and everything may have been missed since. */
function readPlace(text: string | string[]): number {
  return /^\d{1,15}$/.test(String(text)) ? Number(text) : Number.MAX_SAFE_INTEGER
}
