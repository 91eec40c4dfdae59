import {
  downloadTopicExport,
  listTopicExports,
  listTopicWorkflows,
  removeTopicExport,
  startTopicExport,
  topicExportDays,
  topicsFileName,
} from '@lintel/contract/exchange/topic-exports'
import { exportsAtOnce } from '@lintel/contract/exchange/users-export'
import { administers, isSignedIn, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { uuidv7 } from 'uuidv7'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import { instantOf } from '../../platform/clock'
import type { Change, Context, Platform } from '../../platform/context'
import { enqueueJob } from '../../platform/jobs/jobs'
import { openObjectStore } from '../../platform/objects/open-object-store'
import { answeringWhenAway } from '../../platform/objects/store-away'
import type { Route } from '../../platform/route'
import {
  addExport,
  askedProjects,
  countReadable,
  countUnfinished,
  exportOf,
  exportsOf,
  omittedOf,
  removeExport,
  type TopicExportAsked,
  workflowNames,
} from './topic-exports.store'
import { topicMediaTypes } from './topic-files'
import { writeTopicsKind } from './write-topics'

const dayMs = 86_400_000

/** Exports of topics: asked for by an administrator of the customer, written by a job, and their maker's alone. */
export function topicExportRoutes({ configuration }: Pick<Platform, 'configuration'>): Route[] {
  const store = openObjectStore(configuration)
  return [
    answer(startTopicExport, {
      may: (actor, { body: { customer } }) => administers(actor, customer),
      run: (context, { body }) => context.change((change) => start(change, personOf(context), body)),
    }),
    answer(listTopicExports, {
      may: (actor, { query: { customer } }) => administers(actor, customer),
      run: async (context, { query: { customer } }) => ({
        data: await exportsOf(context.db, personOf(context), customer, instantOf(context.now)),
      }),
    }),
    answer(listTopicWorkflows, {
      may: (actor, { query: { customer } }) => administers(actor, customer),
      run: async (context, { query: { customer } }) => ({
        data: await workflowNames(context.db, personOf(context), customer),
      }),
    }),
    answer(downloadTopicExport, {
      may: isSignedIn,
      async run(context, { parameters: { id } }, reply) {
        const file = await openFile(context, id)
        await context.tell({
          action: 'export.topics.download',
          customer: file.customer,
          target: { type: 'topic-exports', id },
          after: { format: file.format, topics: file.topics },
        })
        const bytes = await answeringWhenAway(store.get(file.objectKey))
        reply
          .type(topicMediaTypes[file.format])
          .header('content-disposition', `attachment; filename="${topicsFileName(file.format)}"`)
          .header('content-length', file.size ?? 0)
        return bytes
      },
    }),
    answer(removeTopicExport, {
      may: isSignedIn,
      run: (context, { parameters: { id } }) =>
        context.change(async ({ db, audit }) => {
          const removed = await removeExport(db, personOf(context), id)
          if (!removed) throw new Problem('notFound')
          audit({
            action: 'export.topics.remove',
            customer: removed.customer,
            target: { type: 'topic-exports', id },
          })
        }),
    }),
  ]
}

/** What leaves is decided now: the projects that the person may read by this session; the rest is counted. */
async function start({ db, now, audit }: Change, actor: Person, body: TopicExportAsked) {
  const { customer, projects, format, filter: _, ...asked } = body
  if (asked.from !== undefined && asked.to !== undefined && asked.from > asked.to) {
    throw new Problem('invalid', { pointer: '/to' })
  }
  const moment = instantOf(now)
  if ((await countUnfinished(db, actor, moment)) >= exportsAtOnce) {
    throw new Problem('tooManyRequests', { retryAfter: 10 })
  }
  const seen = await askedProjects(db, actor, body)
  const omitted = await omittedOf(db, actor, body)
  const known = new Set([...omitted, ...seen.map(({ id }) => id)])
  const unknown = projects?.findIndex((id) => !known.has(id)) ?? -1
  if (unknown >= 0) throw new Problem('unknownReference', { pointer: `/projects/${unknown}` })
  const readable = seen.filter(({ isAvailable }) => isAvailable).map(({ id }) => id)
  const id = uuidv7()
  const counts = { omitted: omitted.length, unavailable: seen.length - readable.length }
  const expiresAt = instantOf(now + topicExportDays * dayMs)
  const row = { ...counts, id, customer, user: actor.id, format, asked, projects: readable, now: moment, expiresAt }
  await addExport(db, row)
  await enqueueJob(db, { kind: writeTopicsKind, payload: { export: id }, key: id, customer }, now)
  audit({
    action: 'export.topics',
    customer,
    target: { type: 'topic-exports', id },
    after: {
      format,
      projects: readable.length,
      omittedProjects: counts.omitted,
      unavailableProjects: counts.unavailable,
    },
  })
  const added = await exportOf(db, actor, id, moment)
  if (!added) throw new Error('The export that was added is not there')
  const { customer: _customer, objectKey: _key, projectIds: _projects, ...shown } = added
  return shown
}

/** The finished export of the person, whose projects they may still read all: by this session, as administrator of the customer. */
async function openFile({ db, now, ...context }: Context, id: string) {
  const actor = personOf(context)
  const found = await exportOf(db, actor, id, instantOf(now))
  const { objectKey } = found ?? {}
  if (!found || objectKey == null) throw new Problem('notFound')
  const isReadable =
    administers(actor, found.customer) &&
    (await countReadable(db, actor, found.customer, found.projectIds)) === found.projectIds.length
  if (!isReadable) {
    throw new Problem('forbidden', { detail: 'The export has projects that you cannot read now: make a new one' })
  }
  return { ...found, objectKey }
}
