import { Readable } from 'node:stream'
import { type ExportQuery, readExportQuery } from '@lintel/contract/exchange/export-query'
import {
  classificationExportFilters,
  exportClassifications,
  exportProjectStats,
  projectStatExportFilters,
} from '@lintel/contract/exchange/statistics-exports'
import { defaultMaxPageSize } from '@lintel/contract/jsonapi/resource'
import { type Actor, isFullUser, type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { ProjectStat } from '@lintel/contract/projects/project-stats'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Context } from '../../platform/context'
import type { Database } from '../../platform/database'
import type { ExportLimiter } from '../../platform/export-limiter'
import type { ListPage } from '../../platform/paging'
import type { Route } from '../../platform/route'
import { listVisible } from '../../projects/project-stats/project-stats.store'
import { omittedProjects } from '../../projects/projects/project-rights.store'
import { assertCustomerExists } from '../exported-customer.store'
import { listClassifications } from './classifications.store'

/** The exported records, and their number under the audit log's attribute name. */
interface ExportContent {
  count: Record<string, number>
  records: AsyncIterable<object> | Iterable<object>
}

/** Routes that export a customer's project statistics, for those who may read the customer and for its feeds. */
export function statisticsExportRoutes(limiter: ExportLimiter): Route[] {
  /** Records the export in the audit log, with its size, before any data is sent (security I6). */
  const open = async (
    context: Context,
    customer: string,
    format: string,
    find: (actor: Person) => Promise<ExportContent>,
  ) => {
    const actor = personOf(context)
    await assertCustomerExists(context.db, customer)
    return limiter.run(actor.id, async () => {
      const omitted = await omittedProjects(context.db, actor, customer)
      const { count, records } = await find(actor)
      await context.recordAudit({
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
      ...{ exportedBy: 'customer', exportedByDefault: true },
      may: mayExport,
      async run(context, { query: { customer: requested, query } }) {
        const customer = exportedCustomer(personOf(context), requested)
        const exportQuery = readExportQuery(query, projectStatExportFilters)
        return open(context, customer, 'project-stats', (actor) => readStats(context.db, actor, customer, exportQuery))
      },
    }),
    answer(exportClassifications, {
      ...{ exportedBy: 'customer', exportedByDefault: true },
      may: mayExport,
      async run(context, { query: { customer: requested, query } }) {
        const customer = exportedCustomer(personOf(context), requested)
        const exportQuery = readExportQuery(query, classificationExportFilters)
        return open(context, customer, 'classifications', async (actor) => {
          const records = await listClassifications(context.db, actor, customer, exportQuery)
          return { count: { classifications: records.length }, records }
        })
      },
    }),
  ]
}

/** The customers of which an export without `customer` may be meant. */
const ownCustomers = ({ feedCustomer, administers, readsFor }: Person): string[] =>
  feedCustomer === undefined ? [...new Set([...administers, ...readsFor])] : [feedCustomer]

const mayExport = (actor: Actor, { query: { customer } }: { query: { customer?: string | undefined } }) =>
  customer === undefined
    ? isFullUser(actor) && ownCustomers(actor).some((own) => readsCustomer(actor, own))
    : readsCustomer(actor, customer)

/** The requested customer, or the only one that the person reads. Throws `invalidParameter` where there are several. */
function exportedCustomer(actor: Person, requested: string | undefined): string {
  const [customer = requested, ...others] = requested === undefined ? ownCustomers(actor) : [requested]
  if (customer === undefined || others.length > 0) throw new Problem('invalidParameter', { parameter: 'customer' })
  return customer
}

async function* documentOf(omitted: number, records: ExportContent['records']): AsyncGenerator<string, void> {
  const begin = `{"omittedProjects":${omitted},"data":[`
  let before = begin
  for await (const record of records) {
    yield before + JSON.stringify(record)
    before = ','
  }
  yield before === ',' ? ']}' : `${begin}]}`
}

/** Statistics of a customer's projects by name; the first page has their total. */
async function readStats(
  db: Database,
  actor: Person,
  customer: string,
  { filter, skip, limit }: ExportQuery<object>,
): Promise<ExportContent> {
  const pageAfter = (after?: string) =>
    listVisible(db, actor, {
      filters: { customer, ...filter },
      sort: [],
      page: { size: defaultMaxPageSize, ...(after !== undefined && { after }) },
      include: [],
      fields: {},
    })
  const first = await pageAfter()
  const projects = Math.max(0, Math.min(first.total - skip, limit))
  return { count: { projects }, records: selectRange(first, pageAfter, { skip, limit }) }
}

/** The requested range of records, read page by page. */
async function* selectRange(
  first: ListPage<ProjectStat>,
  pageAfter: (after: string) => Promise<ListPage<ProjectStat>>,
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
