import { isFullUser, isSignedIn, readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { readEvents, readProjectEvents } from '@lintel/contract/settings/events'
import type { FastifyReply } from 'fastify'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { LiveChanges } from '../../platform/events/live-changes'
import type { Route } from '../../platform/route'
import { isUuid } from '../../platform/rows'
import { assertLoginMethod, findAdministeredProject } from '../../projects/projects/project-rights.store'

/** Streams of changes: of a customer, for those who may read it, and of a project, for those who administer it. */
export const eventRoutes = (live: LiveChanges): Route[] => [
  answer(readEvents, {
    may: (actor, { query: { customer } }) => readsCustomer(actor, customer),
    async run({ actor, request }, { query: { customer, after, age } }, reply) {
      if (!isSignedIn(actor) || !isUuid(customer)) throw new Problem('notFound')
      unbuffered(reply)
      const last = request.headers['last-event-id'] ?? after
      const from = last === undefined ? { age: readAge(age) } : { sequence: readSequence(last) }
      return live.open({ session: actor.sessionId, user: actor.id, customer }, from)
    },
  }),
  answer(readProjectEvents, {
    may: isFullUser,
    async run(context, { parameters: { id }, query: { age } }, reply) {
      const actor = personOf(context)
      const project = await findAdministeredProject(context.db, actor, id)
      if (!project) {
        await assertLoginMethod(context.db, actor, id)
        throw new Problem('notFound')
      }
      unbuffered(reply)
      const reader = { session: actor.sessionId, user: actor.id, customer: project.customer, project: project.id }
      return live.open(reader, { age: readAge(age) })
    },
  }),
]

/** Disables buffering and transformation by proxies. */
const unbuffered = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no')

const readAge = (text: string | undefined) => (text === undefined ? undefined : Number(text))

/** Parses a sequence number. An invalid one means that anything may have been missed. */
function readSequence(text: string | string[]): number {
  return /^\d{1,15}$/.test(String(text)) ? Number(text) : Number.MAX_SAFE_INTEGER
}
