import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
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
import { exportPageSize, type Listed } from '../../platform/paging'
import type { Route } from '../../platform/route'
import { omittedProjects } from '../../projects/projects/project-rights.store'
import type { ExportsUnderWay } from '../users-export/exports-under-way'
import { projectsCsv } from './projects-csv'
import { knownFeatures, type ProjectCsvQuery, type ProjectCsvRow, projectsOfFile } from './projects-csv.store'

type Asked = CallInput<typeof exportProjectsCsv>['body']

/** Projects that the first statement reads: few, so that the first bytes come at once. */
const atFirst = 100

/** `Projects.csv`, of a customer for those who read it and of all projects for staff. */
export const projectsCsvRoute = (underWay: ExportsUnderWay): Route =>
  answer(exportProjectsCsv, {
    may: (actor, { body: { customer } }) => (customer === undefined ? isStaff(actor) : readsCustomer(actor, customer)),
    async run(context, { body }, reply) {
      const actor = personOf(context)
      await assertFits(context.db, body)
      return underWay.take(actor.id, async () => {
        const query = queryOf(body)
        const first = await projectsOfFile(context.db, actor, query, { size: atFirst })
        const omitted = body.customer === undefined ? 0 : await omittedProjects(context.db, actor, body.customer)
        await context.tell({
          action: 'export.projects',
          customer: body.customer ?? null,
          ...(body.customer !== undefined && { target: { type: 'customers', id: body.customer } }),
          after: { format: 'csv', projects: first.total, omittedProjects: omitted },
        })
        // A refusal is no file to save.
        reply.header('content-disposition', `attachment; filename="${projectsCsvName}"`)
        reply.header(omittedProjectsHeader, String(omitted))
        return Readable.from(projectsCsv(body, pagesFrom(context.db, actor, query, first)), { objectMode: false })
      })
    },
  })

const queryOf = ({ customer, columns, filter, sort }: Asked): ProjectCsvQuery => ({
  wanted: new Set(columns.map(({ id }) => id)),
  filters: { ...filter, ...(customer !== undefined && { customer }) },
  sort: sort ? [{ field: sort.by, descending: sort.isDescending ?? false }] : [],
})

/**
 * Page after page by its cursor, each a statement of its own: a slow reader holds none open. The next one is read while this one is
 * written; more than that nobody waits for.
 */
async function* pagesFrom(
  db: Database,
  actor: Person,
  query: ProjectCsvQuery,
  first: Listed<ProjectCsvRow>,
): AsyncGenerator<readonly ProjectCsvRow[], void> {
  let page = first
  for (;;) {
    const next =
      page.next === null ? undefined : projectsOfFile(db, actor, query, { size: exportPageSize, after: page.next })
    // Where the reader has gone meanwhile, nobody asks what came of it.
    next?.catch(() => undefined)
    // It leaves for the database in this turn; writing the page would keep it from leaving.
    if (next) await breathe()
    yield page.records
    if (!next) return
    page = await next
  }
}

/** Refuses a column that there is not, and a time zone that nobody knows. */
async function assertFits(db: Database, { columns, timeZone }: Asked): Promise<void> {
  const fixed: ReadonlySet<string> = new Set(projectCsvColumns)
  const features = await knownFeatures(
    db,
    columns.map(({ id }) => id),
  )
  const unknown = columns.findIndex(({ id }) => !fixed.has(id) && !features.has(id))
  if (unknown >= 0) throw new Problem('unknownReference', { pointer: `/columns/${unknown}/id` })
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw new Problem('invalid', { pointer: '/timeZone' })
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
