import { type FeedTable, type FeedTableName, feedTableNames, feedTableOf } from '@lintel/contract/exchange/feed-tables'
import { countODataTable, readODataMetadata, readODataService, readODataTable } from '@lintel/contract/exchange/odata'
import { readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { IdentityServices } from '../../identity/identity-services'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import { type AuditEvent, auditRows } from '../../platform/audit/audit'
import type { Context } from '../../platform/context'
import { sendLong } from '../../platform/media-types'
import type { Route } from '../../platform/route'
import { isUuid } from '../../platform/rows'
import { type FeedAsked, feedRows, projectsLeftOut } from './feed-rows.store'
import { readFilter } from './filter.store'
import { metadataJson, metadataXml } from './metadata'
import { agreeOnVersion, inVersion, metadataFormat, rowMediaType, rowMetadata } from './negotiation'
import {
  keyFilter,
  type ODataOptions,
  orderOf,
  pageSizeOf,
  refuseOtherOptions,
  selectedColumns,
  topOf,
  wantsCount,
} from './query-options'
import { readSkipToken, writeSkipToken } from './skip-token'
import { filterColumnsOf, tableCount, tablePage } from './table-page.store'

const terms = { exportedByAddress: true, takesFeedSecrets: true } as const
const mayRead = {
  may: (actor: Context['actor'], { parameters }: { parameters: { customer: string } }) =>
    readsCustomer(actor, parameters.customer),
}

/** A table that is asked for, and the text in parentheses behind its name. */
interface Named {
  name: FeedTableName
  table: FeedTable
  key: string | undefined
}

function tableNamed(text: string): Named {
  const [, name = '', key] = /^([A-Za-z]+)(?:\((.*)\))?$/s.exec(text) ?? []
  const table = feedTableOf(name)
  if (!table) throw new Problem('notFound', { detail: `There is no table ${JSON.stringify(text.slice(0, 80))}` })
  return { name: name as FeedTableName, table, key }
}

function askedBy(
  { db, actor, configuration }: Pick<Context, 'db' | 'actor' | 'configuration'>,
  customer: string,
): FeedAsked {
  if (!isUuid(customer)) throw new Problem('notFound')
  return { db, actor: personOf({ actor }), customer, configuration }
}

/** The tables of a customer for tools that speak OData 4: read only, by the same rights and with the same rows as the exports. */
export const odataRoutes = ({ secrets }: Pick<IdentityServices, 'secrets'>): Route[] => [
  answer(readODataService, {
    ...terms,
    ...mayRead,
    async run({ request, configuration }, { parameters: { customer }, query }, reply) {
      begin({ request }, reply, query, ['$format'])
      const metadata = rowMetadata(request, query.$format)
      const root = rootOf(configuration.publicUrl, customer)
      const value = feedTableNames.map((name) => ({ name, kind: 'EntitySet' as const, url: `${root}${name}` }))
      return sent(
        reply,
        rowMediaType(metadata),
        JSON.stringify({ ...(metadata !== 'none' && { '@odata.context': `${root}$metadata` }), value }),
      )
    },
  }),
  answer(readODataMetadata, {
    ...terms,
    ...mayRead,
    async run({ request }, { query }, reply) {
      begin({ request }, reply, query, ['$format'])
      return metadataFormat(request, query.$format) === 'json'
        ? sent(reply, 'application/json;charset=utf-8', JSON.stringify(metadataJson))
        : sent(reply, 'application/xml;charset=utf-8', metadataXml)
    },
  }),
  answer(readODataTable, {
    ...terms,
    ...mayRead,
    async run(context, { parameters: { customer, table }, query }, reply) {
      begin(context, reply, query, ['$filter', '$format', '$select', '$orderby', '$top', '$count', '$skiptoken'])
      const named = tableNamed(table)
      const asked = askedBy(context, customer)
      return named.key === undefined
        ? page({ context, asked, named, query, secrets }, reply)
        : one({ context, asked, named, query, secrets }, reply)
    },
  }),
  answer(countODataTable, {
    ...terms,
    ...mayRead,
    async run(context, { parameters: { customer, table: asked }, query }, reply) {
      begin(context, reply, query, ['$filter', '$format'])
      const { name, table } = tableNamed(asked)
      const feed = askedBy(context, customer)
      const filter = query.$filter === undefined ? undefined : readFilter(query.$filter, filterColumnsOf(table))
      await context.tell(leaving(customer, { table: name, count: true }))
      const count = await tableCount(context.db, { table, rows: feedRows[name](feed), filter })
      return sent(reply, 'text/plain;charset=utf-8', String(count))
    },
  }),
]

function begin(
  { request }: Pick<Context, 'request'>,
  reply: FastifyReply,
  options: ODataOptions,
  known: readonly string[],
) {
  agreeOnVersion(request)
  inVersion(reply)
  refuseOtherOptions(options, known)
}

const rootOf = (publicUrl: string, customer: string) => `${publicUrl}/odata/${customer}/`

/** What is sent by the route itself: the answer of a call is one JSON value of one media type. */
async function sent(reply: FastifyReply, type: string, text: string): Promise<never> {
  await sendLong(reply, type, text)
  return undefined as never
}

interface Asking {
  context: Context
  asked: FeedAsked
  named: Named
  query: {
    [option in '$filter' | '$format' | '$select' | '$orderby' | '$top' | '$count' | '$skiptoken']?: string | undefined
  }
  secrets: IdentityServices['secrets']
}

/** What the audit log is told of what leaves. */
const leaving = (customer: string, after: object): AuditEvent => ({
  ...{ action: 'export.odata', customer, after },
  target: { type: 'customers', id: customer },
})
const eventsOf = ({ actor, origin, now }: Context, customer: string, table: FeedTableName) =>
  auditRows([leaving(customer, { table })], { actor, ...origin, now })

async function page({ context, asked, named: { name, table }, query, secrets }: Asking, reply: FastifyReply) {
  const metadata = rowMetadata(context.request, query.$format)
  const columns = selectedColumns(table, query.$select)
  const filter = query.$filter === undefined ? undefined : readFilter(query.$filter, filterColumnsOf(table))
  const purpose = JSON.stringify([
    'odata',
    asked.actor.id,
    asked.customer,
    name,
    query.$filter ?? '',
    query.$orderby ?? '',
  ])
  const preferred = pageSizeOf(context.request.headers.prefer)
  const token = query.$skiptoken === undefined ? undefined : readSkipToken(secrets, purpose, query.$skiptoken)
  const tables = { table, rows: feedRows[name](asked), filter, order: orderOf(table, query.$orderby) }
  const wanted = token ? token.left : (topOf(query.$top) ?? null)
  const size = token?.size ?? preferred.size
  const counts = token === undefined && wantsCount(query.$count)
  const limit = Math.min(size, wanted ?? size)
  // Side by side: neither needs what the other finds. What leaves is in the audit log before it leaves: once for all pages of a list.
  const [{ records, more, leftOut }, counted] = await Promise.all([
    tablePage(context.db, tables, {
      ...{ columns, after: token?.place, limit },
      ...(!token && { leftOut: projectsLeftOut(asked, name), events: eventsOf(context, asked.customer, name) }),
    }),
    counts ? tableCount(context.db, tables) : null,
  ])
  const count = token ? token.count : counted
  const left = wanted === null ? null : wanted - limit
  const root = rootOf(context.configuration.publicUrl, asked.customer)
  const told = {
    ...(metadata !== 'none' && { '@odata.context': contextOf(root, name, query.$select && columns) }),
    ...(count !== null && { '@odata.count': count }),
    ...(!token && { '@Lintel.omittedProjects': leftOut.omitted, '@Lintel.stoppedProjects': leftOut.stopped }),
  }
  const next =
    more &&
    left !== 0 &&
    `${root}${name}?${nextOptions(query, writeSkipToken(secrets, purpose, { place: more, left, size, count }))}`
  if (!token && preferred.isPreferred) reply.header('preference-applied', `odata.maxpagesize=${size}`)
  const text = `${JSON.stringify(told).slice(0, -1)}${Object.keys(told).length > 0 ? ',' : ''}"value":[${records}]${next ? `,"@odata.nextLink":${JSON.stringify(next)}` : ''}}`
  return sent(reply, rowMediaType(metadata), text)
}

const contextOf = (root: string, table: string, columns: readonly string[] | '' | undefined) =>
  `${root}$metadata#${table}${columns ? `(${columns.join(',')})` : ''}`

/** The options of the next page: the same, from behind the last row on. */
function nextOptions(query: Asking['query'], token: string): string {
  const kept = ['$filter', '$format', '$select', '$orderby', '$top', '$count'] as const
  const options = [...kept.map((option) => [option, query[option]] as const), ['$skiptoken', token] as const]
  return options
    .flatMap(([option, value]) => (value === undefined ? [] : [`${option}=${encodeURIComponent(value)}`]))
    .join('&')
}

async function one({ context, asked, named: { name, table, key = '' }, query }: Asking, reply: FastifyReply) {
  const metadata = rowMetadata(context.request, query.$format)
  refuseOtherOptions(query, ['$format', '$select'])
  const columns = selectedColumns(table, query.$select)
  const filter = readFilter(keyFilter(table, key), filterColumnsOf(table))
  const tables = { table, rows: feedRows[name](asked), filter, order: [] }
  const events = eventsOf(context, asked.customer, name)
  const { records } = await tablePage(context.db, tables, { columns, after: undefined, limit: 1, events })
  if (records === '') throw new Problem('notFound')
  const root = rootOf(context.configuration.publicUrl, asked.customer)
  const told =
    metadata === 'none'
      ? ''
      : `"@odata.context":${JSON.stringify(`${contextOf(root, name, query.$select && columns)}/$entity`)},`
  return sent(reply, rowMediaType(metadata), `{${told}${records.slice(1)}`)
}
