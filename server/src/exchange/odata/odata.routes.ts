import { type FeedTable, type FeedTableName, feedTableNames, feedTableOf } from '@lintel/contract/exchange/feed-tables'
import { countODataTable, readODataMetadata, readODataService, readODataTable } from '@lintel/contract/exchange/odata'
import { maxConcurrentExports } from '@lintel/contract/exchange/users-export'
import { readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { IdentityServices } from '../../identity/identity-services'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import { type AuditEvent, auditRows } from '../../platform/audit/audit'
import type { Context } from '../../platform/context'
import { httpLimits } from '../../platform/http'
import { sendCompressed } from '../../platform/media-types'
import { PersonGates } from '../../platform/person-gates'
import type { Route } from '../../platform/route'
import { assertCustomerExists } from '../exported-customer.store'
import { type FeedContext, feedRows, omittedProjectCounts } from './feed-rows.store'
import { readFilter } from './filter.store'
import { metadataJson, metadataXml } from './metadata'
import { metadataFormat, refuseOldVersions, rowFormat, rowMediaType, setVersionHeader } from './negotiation'
import {
  keyFilter,
  type ODataOptions,
  parseCount,
  parseOrderBy,
  parsePageSize,
  parseTop,
  refuseUnsupportedOptions,
  selectedColumns,
} from './query-options'
import { readSkipToken, writeSkipToken } from './skip-token'
import { filterColumnsOf, tableCount, tablePage } from './table-page.store'

const feedAccess = { exportedByAddress: true, acceptsFeedSecrets: true } as const
const mayRead = {
  may: (actor: Context['actor'], { parameters }: { parameters: { customer: string } }) =>
    readsCustomer(actor, parameters.customer),
}

/** A requested table, with the key in parentheses if there is one. */
interface RequestedTable {
  name: FeedTableName
  table: FeedTable
  key: string | undefined
}

function parseTableName(text: string): RequestedTable {
  const [, name = '', key] = /^([A-Za-z]+)(?:\((.*)\))?$/s.exec(text) ?? []
  const table = feedTableOf(name)
  if (!table) throw new Problem('notFound', { detail: `There is no table ${JSON.stringify(text.slice(0, 80))}` })
  return { name: name as FeedTableName, table, key }
}

const feedContext = (
  { db, actor, configuration }: Pick<Context, 'db' | 'actor' | 'configuration'>,
  customer: string,
): FeedContext => ({ db, actor: personOf({ actor }), customer, configuration })

/**
 * How many reads of one person run at once, like exports (security I6). Reports open several tables together, so that further reads wait
 * instead of being refused.
 */
const readLimits = { running: maxConcurrentExports, waiting: 32, waitMs: 30_000 }

/** OData 4 service of a customer's tables: read-only, with the same rows and access rights as the exports. */
export const odataRoutes = (
  { secrets }: Pick<IdentityServices, 'secrets'>,
  reads = new PersonGates(readLimits),
): Route[] => [
  answer(readODataService, {
    ...feedAccess,
    ...mayRead,
    async run({ db, request, configuration }, { parameters: { customer }, query }, reply) {
      await prepareReply({ db, request }, reply, { customer, query }, ['$format'])
      const format = rowFormat(request, query.$format)
      const root = rootOf(configuration.publicUrl, customer)
      const value = feedTableNames.map((name) => ({ name, kind: 'EntitySet' as const, url: `${root}${name}` }))
      return sendText(
        reply,
        rowMediaType(format),
        JSON.stringify({ ...(format.metadata !== 'none' && { '@odata.context': `${root}$metadata` }), value }),
      )
    },
  }),
  answer(readODataMetadata, {
    ...feedAccess,
    ...mayRead,
    async run({ db, request }, { parameters: { customer }, query }, reply) {
      await prepareReply({ db, request }, reply, { customer, query }, ['$format'])
      if (metadataFormat(request, query.$format) === 'xml')
        return sendText(reply, 'application/xml;charset=utf-8', metadataXml)
      setVersionHeader(reply, '4.01')
      return sendText(reply, 'application/json;charset=utf-8', JSON.stringify(metadataJson))
    },
  }),
  answer(readODataTable, {
    ...feedAccess,
    ...mayRead,
    async run(context, { parameters: { customer, table }, query }, reply) {
      const known = ['$filter', '$format', '$select', '$orderby', '$top', '$count', '$skiptoken']
      await prepareReply(context, reply, { customer, query }, known)
      const requested = parseTableName(table)
      const feed = feedContext(context, customer)
      const send = requested.key === undefined ? sendPage : sendEntity
      return reads.run(feed.actor.id, () => send({ context, feed, requested, query, secrets }, reply))
    },
  }),
  answer(countODataTable, {
    ...feedAccess,
    ...mayRead,
    async run(context, { parameters: { customer, table: tableName }, query }, reply) {
      await prepareReply(context, reply, { customer, query }, ['$filter', '$format'])
      const { name, table, key } = parseTableName(tableName)
      if (key !== undefined) throw new Problem('notFound', { detail: 'One row has no count' })
      const feed = feedContext(context, customer)
      const filter = query.$filter === undefined ? undefined : readFilter(query.$filter, filterColumnsOf(table))
      const count = await reads.run(feed.actor.id, async () => {
        await context.recordAudit(exportEvent(customer, { table: name, count: true }))
        return tableCount(context.db, { table, rows: feedRows[name](feed), filter })
      })
      return sendText(reply, 'text/plain;charset=utf-8', String(count))
    },
  }),
]

async function prepareReply(
  { db, request }: Pick<Context, 'db' | 'request'>,
  reply: FastifyReply,
  { customer, query }: { customer: string; query: ODataOptions },
  known: readonly string[],
) {
  refuseOldVersions(request)
  setVersionHeader(reply)
  refuseUnsupportedOptions(query, known)
  await assertCustomerExists(db, customer)
}

const rootOf = (publicUrl: string, customer: string) => `${publicUrl}/odata/${customer}/`

/** Sends a text response directly: a regular call can only answer one JSON value. */
async function sendText(reply: FastifyReply, type: string, text: string): Promise<never> {
  await sendCompressed(reply, type, text)
  return undefined as never
}

interface TableRequest {
  context: Context
  feed: FeedContext
  requested: RequestedTable
  query: {
    [option in '$filter' | '$format' | '$select' | '$orderby' | '$top' | '$count' | '$skiptoken']?: string | undefined
  }
  secrets: IdentityServices['secrets']
}

/** The audit event of exported data. */
const exportEvent = (customer: string, after: object): AuditEvent => ({
  ...{ action: 'export.odata', customer, after },
  target: { type: 'customers', id: customer },
})
const storedEvent = ({ actor, origin, now }: Context, event: AuditEvent) =>
  auditRows([event], { actor, ...origin, now })

async function sendPage(
  { context, feed, requested: { name, table }, query, secrets }: TableRequest,
  reply: FastifyReply,
) {
  const format = rowFormat(context.request, query.$format)
  const columns = selectedColumns(table, query.$select)
  const filter = query.$filter === undefined ? undefined : readFilter(query.$filter, filterColumnsOf(table))
  const purpose = JSON.stringify([
    'odata',
    feed.actor.id,
    feed.actor.sessionId,
    feed.customer,
    name,
    query.$filter ?? '',
    query.$orderby ?? '',
  ])
  const preferred = parsePageSize(context.request.headers.prefer)
  const { now } = context
  const token = query.$skiptoken === undefined ? undefined : readSkipToken(secrets, { purpose, now }, query.$skiptoken)
  const order = parseOrderBy(table, query.$orderby)
  const tables = { table, rows: feedRows[name](feed), filter, order, sortedLength: sortedLengthFor(query) }
  const requestedRows = token ? token.remaining : (parseTop(query.$top) ?? null)
  const size = token?.size ?? preferred.size
  const includesCount = token === undefined && parseCount(query.$count)
  const limit = Math.min(size, requestedRows ?? size)
  const remaining = requestedRows === null ? null : requestedRows - limit
  const earlierRows = token?.rows ?? 0
  const event = exportEvent(feed.customer, { table: name })
  // The two queries are independent and run concurrently. The export is in the audit log before any data is sent: once for
  // all pages of a list, and once more with the number of its rows where that is not known on the first page.
  const [{ records, more, omittedCounts }, counted] = await Promise.all([
    tablePage(context.db, tables, {
      ...{ columns, after: token?.position, limit, isIeee754Compatible: format.isIeee754Compatible },
      ...(!token && { omittedCounts: omittedProjectCounts(feed, name) }),
      audit: {
        event: storedEvent(context, token ? { ...event, action: 'export.odata.written' } : event),
        isClosing: token !== undefined,
        earlierRows,
        isLast: remaining === 0,
      },
    }),
    includesCount ? tableCount(context.db, tables) : null,
  ])
  const count = token ? token.count : counted
  const root = rootOf(context.configuration.publicUrl, feed.customer)
  const envelope = {
    ...(format.metadata !== 'none' && { '@odata.context': contextOf(root, name, query.$select && columns) }),
    ...(count !== null && { '@odata.count': format.isIeee754Compatible ? String(count) : count }),
    ...(!token && {
      '@Lintel.omittedProjects': omittedCounts.omitted,
      '@Lintel.stoppedProjects': omittedCounts.stopped,
    }),
  }
  const next =
    more &&
    remaining !== 0 &&
    `${root}${name}?${nextOptions(
      query,
      writeSkipToken(secrets, purpose, {
        startedAt: token?.startedAt ?? now,
        ...{ position: more, rows: earlierRows + limit, remaining, size, count },
      }),
    )}`
  if (!token && preferred.isPreferred) reply.header('preference-applied', `odata.maxpagesize=${size}`)
  const text = `${JSON.stringify(envelope).slice(0, -1)}${Object.keys(envelope).length > 0 ? ',' : ''}"value":[${records}]${next ? `,"@odata.nextLink":${JSON.stringify(next)}` : ''}}`
  return sendText(reply, rowMediaType(format), text)
}

const contextOf = (root: string, table: string, columns: readonly string[] | '' | undefined) =>
  `${root}$metadata#${table}${columns ? `(${columns.join(',')})` : ''}`

/** Bytes of the URL of the next page besides what the options say and its sorted texts. */
const otherBytes = 1_800
/** Bytes of the longest character in a `$skiptoken`: three of UTF-8, in base64. */
const characterBytes = 4

/** How many characters of sorted texts the URL of the next page holds beside the filter and the order that it repeats. */
function sortedLengthFor({ $filter = '', $orderby = '' }: TableRequest['query']): number {
  const left = httpLimits.url - otherBytes - encodeURIComponent($filter + $orderby).length
  return Math.min(800, Math.max(50, Math.floor(left / characterBytes)))
}

/** Query of the next page: the same options with the new `$skiptoken`. */
function nextOptions(query: TableRequest['query'], token: string): string {
  const repeatedOptions = ['$filter', '$format', '$select', '$orderby', '$top', '$count'] as const
  const options = [...repeatedOptions.map((option) => [option, query[option]] as const), ['$skiptoken', token] as const]
  return options
    .flatMap(([option, value]) => (value === undefined ? [] : [`${option}=${encodeURIComponent(value)}`]))
    .join('&')
}

async function sendEntity(
  { context, feed, requested: { name, table, key = '' }, query }: TableRequest,
  reply: FastifyReply,
) {
  const format = rowFormat(context.request, query.$format)
  refuseUnsupportedOptions(query, ['$format', '$select'])
  const columns = selectedColumns(table, query.$select)
  const filter = readFilter(keyFilter(table, key), filterColumnsOf(table))
  const tables = { table, rows: feedRows[name](feed), filter, order: [], sortedLength: 0 }
  const event = storedEvent(context, exportEvent(feed.customer, { table: name }))
  const audit = { event, isClosing: false, earlierRows: 0, isLast: true }
  const { isIeee754Compatible } = format
  const page = { columns, after: undefined, limit: 1, isIeee754Compatible, audit }
  const { records } = await tablePage(context.db, tables, page)
  if (records === '') throw new Problem('notFound')
  const root = rootOf(context.configuration.publicUrl, feed.customer)
  const envelope =
    format.metadata === 'none'
      ? ''
      : `"@odata.context":${JSON.stringify(`${contextOf(root, name, query.$select && columns)}/$entity`)},`
  return sendText(reply, rowMediaType(format), `{${envelope}${records.slice(1)}`)
}
