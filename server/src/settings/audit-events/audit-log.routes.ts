import { Readable } from 'node:stream'
import { byteOrderMark, csvLine } from '@lintel/contract/exchange/csv'
import type { CallInput } from '@lintel/contract/jsonapi/call'
import type { AuditEvent } from '@lintel/contract/settings/audit-events'
import { auditFiles, exportAuditCsv, exportAuditJsonLines, readAuditState } from '@lintel/contract/settings/audit-log'
import type { FastifyReply } from 'fastify'
import type { ExportsUnderWay } from '../../exchange/users-export/exports-under-way'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { AuditEvent as ToldEvent } from '../../platform/audit/audit'
import { type Context, runChange } from '../../platform/context'
import type { Route } from '../../platform/route'
import { isUuid } from '../../platform/rows'
import { eventsOf } from './audit-events.store'
import { auditStateOf } from './audit-state.store'
import { mayReadAudit } from './may-read-audit'

/** The columns of the table, in their order. */
const columns = [
  ...(['occurredAt', 'action', 'result', 'reason', 'actor', 'apiToken', 'targetType', 'target'] as const),
  ...([
    'targetName',
    'user',
    'before',
    'after',
    'ip',
    'userAgent',
    'requestId',
    'customer',
    'sequence',
    'hash',
  ] as const),
] as const satisfies readonly (keyof AuditEvent)[]

type Column = (typeof columns)[number]

type Asked = CallInput<typeof exportAuditCsv>

/** The audit log as files, and whether its chains hold. */
export const auditLogRoutes = (underWay: ExportsUnderWay): Route[] => [
  answer(exportAuditCsv, {
    may: (actor, { query }) => mayReadAudit(actor, query),
    run: (context, asked, reply) => open({ context, reply, underWay }, 'csv', asked, table),
  }),
  answer(exportAuditJsonLines, {
    may: (actor, { query }) => mayReadAudit(actor, query),
    run: (context, asked, reply) => open({ context, reply, underWay }, 'jsonl', asked, lines),
  }),
  answer(readAuditState, {
    may: (actor, { query }) => mayReadAudit(actor, query),
    run: (context, { query }) => auditStateOf(context.db, personOf(context), query.customer),
  }),
]

interface Exporting {
  context: Context
  reply: FastifyReply
  underWay: ExportsUnderWay
}

/**
 * What leaves is in the audit log before it leaves, and how much it was as soon as it has left: counting a long log first takes longer
 * than there is time for (security I6).
 */
const open = (
  { context, reply, underWay }: Exporting,
  format: keyof typeof auditFiles,
  { query }: Asked,
  write: (events: AsyncIterable<AuditEvent>) => AsyncIterable<string>,
): Promise<Readable> => {
  const actor = personOf(context)
  return underWay.take(actor.id, async () => {
    const asked = query.customer !== undefined && isUuid(query.customer) ? query.customer : actor.homeCustomer
    const exported = { customer: actor.isStaff ? null : asked, after: { format, ...query } }
    await context.tell({ action: 'export.audit-log', ...exported })
    // What happens from here on, this export among it, is not in it.
    const before = { ...query, until: query.until ?? new Date(context.now).toISOString() }
    // A refusal is no file to save.
    reply.header('content-disposition', `attachment; filename="${auditFiles[format]}"`)
    const events = counted(eventsOf(context.db, actor, before), (count, isWhole) =>
      tellWritten(context, { ...exported, after: { ...exported.after, events: count } }, isWhole),
    )
    return Readable.from(write(events), { objectMode: false })
  })
}

/** Gives the same events, and says at the end how many they were: before the file ends, or when it is cut off. */
async function* counted(
  events: AsyncIterable<AuditEvent>,
  end: (count: number, isWhole: boolean) => Promise<void>,
): AsyncGenerator<AuditEvent, void> {
  let count = 0
  let isWhole = false
  try {
    for await (const event of events) {
      count += 1
      yield event
    }
    isWhole = true
  } finally {
    await end(count, isWhole)
  }
}

/** By the time it is then, not by that of the request, which may be an hour ago. */
const tellWritten = (context: Context, exported: Pick<ToldEvent, 'customer' | 'after'>, isWhole: boolean) =>
  runChange(context, { ...context.origin, actor: context.actor }, async ({ audit }) =>
    audit({
      action: 'export.audit-log.written',
      ...exported,
      ...(!isWhole && { result: 'failure', reason: 'It was not read to its end' }),
    }),
  )

async function* table(events: AsyncIterable<AuditEvent>): AsyncGenerator<string, void> {
  yield byteOrderMark + csvLine(columns)
  for await (const event of events) yield csvLine(columns.map((column) => cellOf(event, column)))
}

function cellOf(event: AuditEvent, column: Column): string | number | null {
  const value: unknown = event[column]
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  return JSON.stringify(value)
}

async function* lines(events: AsyncIterable<AuditEvent>): AsyncGenerator<string, void> {
  for await (const { version: _, ...event } of events) yield `${JSON.stringify(event)}\n`
}
