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
import type { Route } from '../../platform/route'
import { listVisible } from '../../projects/project-stats/project-stats.store'
import { omittedProjects } from '../../projects/projects/project-rights.store'
import type { ExportsUnderWay } from '../users-export/exports-under-way'
import { classificationsOf } from './classifications.store'

/** The statistics of a customer's projects, for those who may read the customer and for its feeds. */
export function statisticsExportRoutes(underWay: ExportsUnderWay): Route[] {
  const open = (context: Context, customer: string, format: string, records: AsyncIterable<object>) =>
    underWay.take(personOf(context).id, async () => {
      const omitted = await omittedProjects(context.db, personOf(context), customer)
      await context.tell({
        action: `export.${format}`,
        customer,
        target: { type: 'customers', id: customer },
        after: { omittedProjects: omitted },
      })
      return Readable.from(documentOf(omitted, records), { objectMode: false })
    })
  return [
    answer(exportProjectStats, {
      exportedBy: 'customer',
      may: (actor, { query: { customer } }) => readsCustomer(actor, customer),
      async run(context, { query: { customer, query } }) {
        const wanted = readExportQuery(query, projectStatExportFilters)
        return open(context, customer, 'project-stats', statsOf(context.db, personOf(context), customer, wanted))
      },
    }),
    answer(exportClassifications, {
      exportedBy: 'customer',
      may: (actor, { query: { customer } }) => readsCustomer(actor, customer),
      async run(context, { query: { customer, query } }) {
        const wanted = readExportQuery(query, classificationExportFilters)
        const counts = async function* () {
          yield* await classificationsOf(context.db, personOf(context), customer, wanted)
        }
        return open(context, customer, 'classifications', counts())
      },
    }),
  ]
}

async function* documentOf(omitted: number, records: AsyncIterable<object>): AsyncGenerator<string, void> {
  const begin = `{"omittedProjects":${omitted},"data":[`
  let before = begin
  for await (const record of records) {
    yield before + JSON.stringify(record)
    before = ','
  }
  yield before === ',' ? ']}' : `${begin}]}`
}

/** The figures of a customer's projects by name, a page at a time. */
async function* statsOf(
  db: Database,
  actor: Person,
  customer: string,
  { filter, skip, limit }: ExportQuery<object>,
): AsyncGenerator<Omit<ProjectStat, 'version'>, void> {
  let at = 0
  let after: string | undefined
  do {
    const page = { size: largestPageSize, ...(after !== undefined && { after }) }
    const { records, next } = await listVisible(db, actor, {
      filters: { customer, ...filter },
      sort: [],
      page,
      include: [],
      fields: {},
    })
    for (const { version: _, ...record } of records) {
      if (at >= skip && at < skip + limit) yield record
      at += 1
    }
    after = next ?? undefined
  } while (after !== undefined && at < skip + limit)
}
