import {
  downloadTopicExport,
  listTopicExports,
  listTopicWorkflows,
  removeTopicExport,
  startTopicExport,
  type TopicExport,
  topicExportDays,
  topicsFileName,
} from '@lintel/contract/exchange/topic-exports'
import { maxConcurrentExports } from '@lintel/contract/exchange/users-export'
import { administers, isSignedIn, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { uuidv7 } from 'uuidv7'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import { dayMs, instantOf } from '../../platform/clock'
import type { Change, Context, Platform } from '../../platform/context'
import type { ExportLimiter } from '../../platform/export-limiter'
import { enqueueJob } from '../../platform/jobs/jobs'
import { openForResponse } from '../../platform/objects/open-for-response'
import { openObjectStore } from '../../platform/objects/open-object-store'
import type { Route } from '../../platform/route'
import {
  addExport,
  countReadable,
  countUnfinished,
  findExport,
  findOmittedIds,
  findRequestedProjects,
  listExports,
  listWorkflowNames,
  removeExport,
  type TopicExportRequest,
} from './topic-exports.store'
import { topicMediaTypes } from './topic-files'
import { writeTopicsKind } from './write-topics'

/** Routes of topic exports: requested by a customer administrator, written by a job, and visible to their creator alone. */
export function topicExportRoutes({ configuration }: Pick<Platform, 'configuration'>, limiter: ExportLimiter): Route[] {
  const store = openObjectStore(configuration)
  return [
    answer(startTopicExport, {
      may: (actor, { body: { customer } }) => administers(actor, customer),
      run: (context, { body }) => context.change((change) => start(change, personOf(context), body)),
    }),
    answer(listTopicExports, {
      may: (actor, { query: { customer } }) => administers(actor, customer),
      run: async (context, { query: { customer } }) => ({
        data: await listExports(context.db, personOf(context), customer, instantOf(context.now)),
      }),
    }),
    answer(listTopicWorkflows, {
      may: (actor, { query: { customer } }) => administers(actor, customer),
      run: async (context, { query: { customer } }) => ({
        data: await listWorkflowNames(context.db, personOf(context), customer),
      }),
    }),
    answer(downloadTopicExport, {
      may: isSignedIn,
      async run(context, { parameters: { id } }, reply) {
        const file = await openFile(context, id)
        const bytes = await limiter.run(personOf(context).id, async () => {
          if (context.request.method === 'GET') await auditDownload(context, file)
          return openForResponse(store, context.request, file.objectKey)
        })
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

/** Creates an export of the projects that this session may read now; the others are counted. */
async function start({ db, now, audit }: Change, actor: Person, body: TopicExportRequest) {
  const { customer, projects, format, filter: _, ...criteria } = body
  if (criteria.from !== undefined && criteria.to !== undefined && criteria.from > criteria.to) {
    throw new Problem('invalid', { pointer: '/to' })
  }
  const moment = instantOf(now)
  if ((await countUnfinished(db, actor, moment)) >= maxConcurrentExports) {
    throw new Problem('tooManyRequests', { retryAfter: 10 })
  }
  const visibleProjects = await findRequestedProjects(db, actor, body)
  const omitted = await findOmittedIds(db, actor, body)
  const known = new Set([...omitted, ...visibleProjects.map(({ id }) => id)])
  const unknown = projects?.findIndex((id) => !known.has(id)) ?? -1
  if (unknown >= 0) throw new Problem('unknownReference', { pointer: `/projects/${unknown}` })
  const readable = visibleProjects.filter(({ isAvailable }) => isAvailable).map(({ id }) => id)
  const id = uuidv7()
  const counts = { omitted: omitted.length, unavailable: visibleProjects.length - readable.length }
  const expiresAt = instantOf(now + topicExportDays * dayMs)
  const row = { ...counts, id, customer, user: actor.id, format, criteria, projects: readable, now: moment, expiresAt }
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
  const added = await findExport(db, actor, id, moment)
  if (!added) throw new Error('The export that was added is not there')
  const { customer: _customer, objectKey: _key, projectIds: _projects, ...visible } = added
  return visible
}

const auditDownload = (
  { recordAudit }: Context,
  { id, customer, format, topics }: Pick<TopicExport, 'id' | 'format' | 'topics'> & { customer: string },
) =>
  recordAudit({
    action: 'export.topics.download',
    customer,
    target: { type: 'topic-exports', id },
    after: { format, topics },
  })

/** The finished export, if this session may still read all its projects and the actor still administers the customer. */
async function openFile({ db, now, ...context }: Context, id: string) {
  const actor = personOf(context)
  const found = await findExport(db, actor, id, instantOf(now))
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
