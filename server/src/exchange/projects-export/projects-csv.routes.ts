import { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  exportProjectsCsv,
  omittedProjectsHeader,
  projectCsvColumns,
  projectsCsvName,
} from '@lintel/contract/exchange/projects-csv'
import type { CallInput } from '@lintel/contract/jsonapi/call'
import { isStaff, type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Database } from '../../platform/database'
import type { ExportLimiter } from '../../platform/export-limiter'
import { exportPageSize, type ListPage } from '../../platform/paging'
import type { Route } from '../../platform/route'
import { omittedProjects } from '../../projects/projects/project-rights.store'
import { assertCustomerExists } from '../exported-customer.store'
import { projectsCsv } from './projects-csv'
import { knownFeatures, listProjectRows, type ProjectCsvQuery, type ProjectCsvRow } from './projects-csv.store'

type ExportRequest = CallInput<typeof exportProjectsCsv>['body']

/** Size of the first page: small, so that the first bytes are sent quickly. */
const firstPageSize = 100

/** `Projects.csv`: of a customer for those who may read it, of all projects for staff. */
export const projectsCsvRoute = (limiter: ExportLimiter): Route =>
  answer(exportProjectsCsv, {
    may: (actor, { body: { customer } }) => (customer === undefined ? isStaff(actor) : readsCustomer(actor, customer)),
    async run(context, { body }, reply) {
      const actor = personOf(context)
      if (body.customer !== undefined) await assertCustomerExists(context.db, body.customer, '/customer')
      await refuseUnknownColumns(context.db, body)
      return limiter.run(actor.id, async () => {
        const query = queryOf(body)
        const first = await listProjectRows(context.db, actor, query, { size: firstPageSize })
        const omitted = body.customer === undefined ? 0 : await omittedProjects(context.db, actor, body.customer)
        await context.recordAudit({
          action: 'export.projects',
          customer: body.customer ?? null,
          ...(body.customer !== undefined && { target: { type: 'customers', id: body.customer } }),
          after: { format: 'csv', projects: first.total, omittedProjects: omitted },
        })
        // Only a successful response is an attachment.
        reply.header('content-disposition', `attachment; filename="${projectsCsvName}"`)
        reply.header(omittedProjectsHeader, String(omitted))
        return Readable.from(projectsCsv(body, pagesFrom(context.db, actor, query, first)), { objectMode: false })
      })
    },
  })

const queryOf = ({ customer, columns, filter, sort = [] }: ExportRequest): ProjectCsvQuery => ({
  requested: new Set(columns.map(({ id }) => id)),
  filters: { ...filter, ...(customer !== undefined && { customer }) },
  sort: sort.map(({ by, isDescending = false }) => ({ field: by, descending: isDescending })),
})

/**
 * Reads page after page by cursor, each in its own statement, so that a slow client holds none open. Prefetches one
 * page while the current one is written.
 */
async function* pagesFrom(
  db: Database,
  actor: Person,
  query: ProjectCsvQuery,
  first: ListPage<ProjectCsvRow>,
): AsyncGenerator<readonly ProjectCsvRow[], void> {
  let page = first
  for (;;) {
    const next =
      page.next === null ? undefined : listProjectRows(db, actor, query, { size: exportPageSize, after: page.next })
    // Avoid an unhandled rejection when the client disconnects before the page is awaited.
    next?.catch(() => undefined)
    // Let the query be sent before writing the page blocks the event loop.
    if (next) await yieldToEventLoop()
    yield page.records
    if (!next) return
    page = await next
  }
}

/** Fails with 422 for an unknown column. */
async function refuseUnknownColumns(db: Database, { columns }: ExportRequest): Promise<void> {
  const fixed: ReadonlySet<string> = new Set(projectCsvColumns)
  const features = await knownFeatures(
    db,
    columns.map(({ id }) => id),
  )
  const unknown = columns.findIndex(({ id }) => !fixed.has(id) && !features.has(id))
  if (unknown >= 0) throw new Problem('unknownReference', { pointer: `/columns/${unknown}/id` })
}
