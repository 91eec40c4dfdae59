import { Readable } from 'node:stream'
import {
  checklistExportFilters,
  exportChecklists,
  exportTopics,
  topicExportFilters,
} from '@lintel/contract/content/content-exports'
import { seesDeletedTopics } from '@lintel/contract/content/content-permissions'
import { readTopicTrends } from '@lintel/contract/content/topic-trends'
import { readExportQuery } from '@lintel/contract/exchange/export-query'
import { isSignedIn, readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { personOf } from '../identity/signed-in'
import { answer } from '../platform/answer'
import type { Context } from '../platform/context'
import type { ExportLimiter } from '../platform/export-limiter'
import type { Route } from '../platform/route'
import { openContent } from '../projects/project-life/content-guard'
import { type ContentAccess, contentAccessOf } from './content-access.store'
import { checklistsJson, countChecklists, countTopics, topicsJson } from './content-exports.store'
import { contentScopes } from './serve-content'
import { hasWorkflow, readTrend } from './topic-trends.store'

/** Counts the records of an export and streams its document, for a person with the given access to the project. */
interface Exported {
  count(access: ContentAccess): Promise<number>
  write(access: ContentAccess): AsyncGenerator<string, void>
}

/** Operations on a project's content that are not CRUD on a record: topic trends and exports. */
export function contentOperationRoutes(limiter: ExportLimiter): Route[] {
  /** Writes the audit event, with the number of records, before the first byte is sent (security I6). */
  const open = async (
    context: Context,
    project: string,
    target: 'topics' | 'checklists',
    { count, write }: Exported,
  ) => {
    const actor = personOf(context)
    const opened = await openContent(context.db, { ...context, actor }, project, 'read')
    const access = contentAccessOf(actor, opened)
    return limiter.run(actor.id, async () => {
      const records = await count(access)
      await context.recordAudit({
        action: `export.${target}`,
        customer: access.customer,
        target: { type: 'projects', id: project },
        after: { [target]: records },
      })
      return Readable.from(write(access), { objectMode: false })
    })
  }
  return [
    answer(readTopicTrends, {
      may: isSignedIn,
      scope: contentScopes.read,
      async run(context, { parameters: { project }, body: { days, selectors } }) {
        const { isDeleted, workflow } = selectors
        const actor = personOf(context)
        const { level } = contentAccessOf(actor, await openContent(context.db, { ...context, actor }, project, 'read'))
        if (isDeleted && !seesDeletedTopics(level)) throw new Problem('forbidden')
        if (workflow !== null && !(await hasWorkflow(context.db, project, workflow))) {
          throw new Problem('unknownReference', { pointer: '/selectors/workflow' })
        }
        return readTrend(context.db, { project, days, isDeleted, workflow })
      },
    }),
    answer(exportTopics, {
      may: isSignedIn,
      scope: contentScopes.read,
      exportedByProject: true,
      async run(context, { parameters: { project }, query }) {
        const exportQuery = readExportQuery(query.query, topicExportFilters)
        const showsDeleted = ({ level, customer }: ContentAccess) =>
          seesDeletedTopics(level) || readsCustomer(context.actor, customer)
        return open(context, project, 'topics', {
          count: (access) => countTopics(context.db, project, exportQuery, showsDeleted(access)),
          write: (access) => topicsJson(context.db, project, exportQuery, showsDeleted(access)),
        })
      },
    }),
    answer(exportChecklists, {
      may: isSignedIn,
      scope: contentScopes.read,
      exportedByProject: true,
      async run(context, { parameters: { project }, query }) {
        const exportQuery = readExportQuery(query.query, checklistExportFilters)
        return open(context, project, 'checklists', {
          count: () => countChecklists(context.db, project, exportQuery),
          write: () => checklistsJson(context.db, project, exportQuery),
        })
      },
    }),
  ]
}
