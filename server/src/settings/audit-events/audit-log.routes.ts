import { Readable } from 'node:stream'
import { byteOrderMark, csvLine } from '@lintel/contract/exchange/csv'
import type { CallInput } from '@lintel/contract/jsonapi/call'
import type { AuditEvent } from '@lintel/contract/settings/audit-events'
import { auditFiles, exportAuditCsv, exportAuditJsonLines, readAuditState } from '@lintel/contract/settings/audit-log'
import type { FastifyReply } from 'fastify'
import type { ExportLimiter } from '../../exchange/users-export/export-limiter'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { AuditEvent as RecordedEvent } from '../../platform/audit/audit'
import { type Context, runChange } from '../../platform/context'
import type { Route } from '../../platform/route'
import { isUuid } from '../../platform/rows'
import { eventsOf } from './audit-events.store'
import { auditStateOf } from './audit-state.store'
import { mayReadAudit } from './may-read-audit'

/** The columns of the CSV file, in order. */
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

type ExportInput = CallInput<typeof exportAuditCsv>

/** Exports of the audit log, and the state of its chains. */
export const auditLogRoutes = (limiter: ExportLimiter): Route[] => [
  answer(exportAuditCsv, {
    may: (actor, { query }) => mayReadAudit(actor, query),
    run: (context, input, reply) => openExport({ context, reply, limiter }, 'csv', input, table),
  }),
  answer(exportAuditJsonLines, {
    may: (actor, { query }) => mayReadAudit(actor, query),
    run: (context, input, reply) => openExport({ context, reply, limiter }, 'jsonl', input, lines),
  }),
  answer(readAuditState, {
    may: (actor, { query }) => mayReadAudit(actor, query),
    run: (context, { query }) => auditStateOf(context.db, personOf(context), query.customer),
  }),
]

interface ExportContext {
  context: Context
  reply: FastifyReply
  limiter: ExportLimiter
}

/**
 * An export is recorded in the audit log before it starts, and the number of its events when it ends, since counting
 * them first would take too long (security I6).
 */
const openExport = (
  { context, reply, limiter }: ExportContext,
  format: keyof typeof auditFiles,
  { query }: ExportInput,
  write: (events: AsyncIterable<AuditEvent>) => AsyncIterable<string>,
): Promise<Readable> => {
  const actor = personOf(context)
  return limiter.run(actor.id, async () => {
    const customer = query.customer !== undefined && isUuid(query.customer) ? query.customer : actor.homeCustomer
    const exported = { customer: actor.isStaff ? null : customer, after: { format, ...query } }
    await context.recordAudit({ action: 'export.audit-log', ...exported })
    // Events from now on, including that of the export itself, are excluded.
    const before = { ...query, until: query.until ?? new Date(context.now).toISOString() }
    // Set only now: a failure must not be saved as a file.
    reply.header('content-disposition', `attachment; filename="${auditFiles[format]}"`)
    const events = counted(eventsOf(context.db, actor, before), (count, isWhole) =>
      recordWritten(context, { ...exported, after: { ...exported.after, events: count } }, isWhole),
    )
    return Readable.from(write(events), { objectMode: false })
  })
}

/** Passes events through and calls `end` with their number at the end or on interruption. */
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

/** Recorded with its own time, because the request may have started an hour ago. */
const recordWritten = (context: Context, exported: Pick<RecordedEvent, 'customer' | 'after'>, isWhole: boolean) =>
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
