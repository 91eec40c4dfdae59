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
import type { ExportsUnderWay } from '../exchange/users-export/exports-under-way'
import { personOf } from '../identity/signed-in'
import { answer } from '../platform/answer'
import type { Context } from '../platform/context'
import type { Route } from '../platform/route'
import { openContent } from '../projects/project-life/content-guard'
import { checklistsJson, countChecklists, countTopics, topicsJson } from './content-exports.store'
import { type ContentStanding, standingIn } from './content-standing.store'
import { contentScopes } from './serve-content'
import { hasWorkflow, trendOf } from './topic-trends.store'

/** How many records leave, and the document of them, for somebody who is this in the project. */
interface Exported {
  count(standing: ContentStanding): Promise<number>
  write(standing: ContentStanding): AsyncGenerator<string, void>
}

/** What is asked of a project's content beside its records. */
export function contentCallRoutes(underWay: ExportsUnderWay): Route[] {
  /** What leaves is in the audit log before it leaves, with how much it is (security I6). */
  const open = async (
    context: Context,
    project: string,
    target: 'topics' | 'checklists',
    { count, write }: Exported,
  ) => {
    const actor = personOf(context)
    const opened = await openContent(context.db, { ...context, actor }, project, 'read')
    const standing = standingIn(actor, opened)
    return underWay.take(actor.id, async () => {
      const records = await count(standing)
      await context.tell({
        action: `export.${target}`,
        customer: standing.customer,
        target: { type: 'projects', id: project },
        after: { [target]: records },
      })
      return Readable.from(write(standing), { objectMode: false })
    })
  }
  return [
    answer(readTopicTrends, {
      may: isSignedIn,
      scope: contentScopes.read,
      async run(context, { parameters: { project }, body: { days, selectors } }) {
        const { isDeleted, workflow } = selectors
        const actor = personOf(context)
        const { level } = standingIn(actor, await openContent(context.db, { ...context, actor }, project, 'read'))
        if (isDeleted && !seesDeletedTopics(level)) throw new Problem('forbidden')
        if (workflow !== null && !(await hasWorkflow(context.db, project, workflow))) {
          throw new Problem('unknownReference', { pointer: '/selectors/workflow' })
        }
        return trendOf(context.db, { project, days, isDeleted, workflow })
      },
    }),
    answer(exportTopics, {
      may: isSignedIn,
      scope: contentScopes.read,
      exportedByProject: true,
      async run(context, { parameters: { project }, query }) {
        const wanted = readExportQuery(query.query, topicExportFilters)
        const showsDeleted = ({ level, customer }: ContentStanding) =>
          seesDeletedTopics(level) || readsCustomer(context.actor, customer)
        return open(context, project, 'topics', {
          count: (standing) => countTopics(context.db, project, wanted, showsDeleted(standing)),
          write: (standing) => topicsJson(context.db, project, wanted, showsDeleted(standing)),
        })
      },
    }),
    answer(exportChecklists, {
      may: isSignedIn,
      scope: contentScopes.read,
      exportedByProject: true,
      async run(context, { parameters: { project }, query }) {
        const wanted = readExportQuery(query.query, checklistExportFilters)
        return open(context, project, 'checklists', {
          count: () => countChecklists(context.db, project, wanted),
          write: () => checklistsJson(context.db, project, wanted),
        })
      },
    }),
  ]
}
