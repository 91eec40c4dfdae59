import { Readable } from 'node:stream'
import { type ExportQuery, readExportQuery } from '@lintel/contract/exchange/export-query'
import {
  classificationExportFilters,
  exportClassifications,
  exportProjectStats,
  projectStatExportFilters,
} from '@lintel/contract/exchange/statistics-exports'
import { largestPageSize } from '@lintel/contract/jsonapi/resource'
import { type Person, readsCustomer } from '@lintel/contract/people/permissions'
import type { ProjectStat } from '@lintel/contract/projects/project-stats'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Context } from '../../platform/context'
import type { Database } from '../../platform/database'
import type { Listed } from '../../platform/paging'
import type { Route } from '../../platform/route'
import { listVisible } from '../../projects/project-stats/project-stats.store'
import { omittedProjects } from '../../projects/projects/project-rights.store'
import type { ExportsUnderWay } from '../users-export/exports-under-way'
import { classificationsOf } from './classifications.store'

/** What leaves: the records, and how many there are, by the name that the audit log has for them. */
interface Leaving {
  count: Record<string, number>
  records: AsyncIterable<object> | Iterable<object>
}

/** The statistics of a customer's projects, for those who may read the customer and for its feeds. */
export function statisticsExportRoutes(underWay: ExportsUnderWay): Route[] {
  /** What leaves is in the audit log before it leaves, with how much it is (security I6). */
  const open = (context: Context, customer: string, format: string, find: (actor: Person) => Promise<Leaving>) => {
    const actor = personOf(context)
    return underWay.take(actor.id, async () => {
      const omitted = await omittedProjects(context.db, actor, customer)
      const { count, records } = await find(actor)
      await context.tell({
        action: `export.${format}`,
        customer,
        target: { type: 'customers', id: customer },
        after: { ...count, omittedProjects: omitted },
      })
      return Readable.from(documentOf(omitted, records), { objectMode: false })
    })
  }
  return [
    answer(exportProjectStats, {
      exportedBy: 'customer',
      may: (actor, { query: { customer } }) => readsCustomer(actor, customer),
      async run(context, { query: { customer, query } }) {
        const wanted = readExportQuery(query, projectStatExportFilters)
        return open(context, customer, 'project-stats', (actor) => statsOf(context.db, actor, customer, wanted))
      },
    }),
    answer(exportClassifications, {
      exportedBy: 'customer',
      may: (actor, { query: { customer } }) => readsCustomer(actor, customer),
      async run(context, { query: { customer, query } }) {
        const wanted = readExportQuery(query, classificationExportFilters)
        return open(context, customer, 'classifications', async (actor) => {
          const records = await classificationsOf(context.db, actor, customer, wanted)
          return { count: { classifications: records.length }, records }
        })
      },
    }),
  ]
}

async function* documentOf(omitted: number, records: Leaving['records']): AsyncGenerator<string, void> {
  const begin = `{"omittedProjects":${omitted},"data":[`
  let before = begin
  for await (const record of records) {
    yield before + JSON.stringify(record)
    before = ','
  }
  yield before === ',' ? ']}' : `${begin}]}`
}

/** The figures of a customer's projects by name; the first page says how many there are. */
async function statsOf(
  db: Database,
  actor: Person,
  customer: string,
  { filter, skip, limit }: ExportQuery<object>,
): Promise<Leaving> {
  const pageAfter = (after?: string) =>
    listVisible(db, actor, {
      filters: { customer, ...filter },
      sort: [],
      page: { size: largestPageSize, ...(after !== undefined && { after }) },
      include: [],
      fields: {},
    })
  const first = await pageAfter()
  const projects = Math.max(0, Math.min(first.total - skip, limit))
  return { count: { projects }, records: partOf(first, pageAfter, { skip, limit }) }
}

/** The part that is asked for, a page at a time. */
async function* partOf(
  first: Listed<ProjectStat>,
  pageAfter: (after: string) => Promise<Listed<ProjectStat>>,
  { skip, limit }: Omit<ExportQuery<object>, 'filter'>,
): AsyncGenerator<Omit<ProjectStat, 'version'>, void> {
  let at = 0
  let page = first
  for (;;) {
    for (const { version: _, ...record } of page.records) {
      if (at >= skip && at < skip + limit) yield record
      at += 1
    }
    if (page.next === null || at >= skip + limit) return
    page = await pageAfter(page.next)
  }
}
