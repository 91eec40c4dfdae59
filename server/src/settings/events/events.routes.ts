import { isNoGuest, isSignedIn, readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { readEvents, readProjectEvents } from '@lintel/contract/settings/events'
import type { FastifyReply } from 'fastify'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { LiveChanges } from '../../platform/events/live-changes'
import type { Route } from '../../platform/route'
import { isUuid } from '../../platform/rows'
import { administeredProject, refuseLoginMethod } from '../../projects/projects/project-rights.store'

/** What changes in a customer, for those who may read it, and in a project, for those who administer it; as it happens. */
export const eventRoutes = (live: LiveChanges): Route[] => [
  answer(readEvents, {
    may: (actor, { query: { customer } }) => readsCustomer(actor, customer),
    async run({ actor, request }, { query: { customer, after, age } }, reply) {
      if (!isSignedIn(actor) || !isUuid(customer)) throw new Problem('notFound')
      unbuffered(reply)
      const last = request.headers['last-event-id'] ?? after
      const from = last === undefined ? { age: readAge(age) } : { place: readPlace(last) }
      return live.open({ session: actor.sessionId, user: actor.id, customer }, from)
    },
  }),
  answer(readProjectEvents, {
    may: isNoGuest,
    async run(context, { parameters: { id }, query: { age } }, reply) {
      const actor = personOf(context)
      const project = await administeredProject(context.db, actor, id)
      if (!project) {
        await refuseLoginMethod(context.db, actor, id)
        throw new Problem('notFound')
      }
      unbuffered(reply)
      const reader = { session: actor.sessionId, user: actor.id, customer: project.customer, project: project.id }
      return live.open(reader, { age: readAge(age) })
    },
  }),
]

/** Nothing between server and reader may hold events back. */
const unbuffered = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no')

const readAge = (text: string | undefined) => (text === undefined ? undefined : Number(text))

/** A place in a history; what is none was given by somebody else, and everything may have been missed since. */
function readPlace(text: string | string[]): number {
  return /^\d{1,15}$/.test(String(text)) ? Number(text) : Number.MAX_SAFE_INTEGER
}
