import { Readable } from 'node:stream'
import { byteOrderMark, csvLine } from '@lintel/contract/exchange/csv'
import type { CallInput } from '@lintel/contract/jsonapi/call'
import type { Person } from '@lintel/contract/people/permissions'
import type { AuditEvent } from '@lintel/contract/settings/audit-events'
import { auditFiles, exportAuditCsv, exportAuditJsonLines, readAuditState } from '@lintel/contract/settings/audit-log'
import type { FastifyReply } from 'fastify'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { AuditEvent as RecordedEvent } from '../../platform/audit/audit'
import { type Context, runChange } from '../../platform/context'
import type { ExportLimiter } from '../../platform/export-limiter'
import type { Route } from '../../platform/route'
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
 * An export is recorded in the audit log of each customer whose events it contains before it starts, and the number of
 * these events when it ends, since counting them first would take too long (security I6). An export by staff is recorded
 * for the platform.
 */
const openExport = (
  { context, reply, limiter }: ExportContext,
  format: keyof typeof auditFiles,
  { query }: ExportInput,
  write: (events: AsyncIterable<AuditEvent>) => AsyncIterable<string>,
): Promise<Readable> => {
  const actor = personOf(context)
  return limiter.run(actor.id, async () => {
    const customers = recordedFor(actor, query.customer)
    const after = { format, ...query }
    await context.change(async ({ audit }) => {
      for (const customer of customers) audit({ action: 'export.audit-log', customer, after })
    })
    // Events from now on, including that of the export itself, are excluded.
    const before = { ...query, until: query.until ?? new Date(context.now).toISOString() }
    // Set only now: a failure must not be saved as a file.
    reply.header('content-disposition', `attachment; filename="${auditFiles[format]}"`)
    const read = eventsOf(context.db, actor, before)
    const events = counted(
      read,
      ({ customer }) => (actor.isStaff ? null : customer),
      (counts, isWhole) =>
        recordWritten(
          context,
          customers.map((customer) => ({ customer, after: { ...after, events: counts.get(customer) ?? 0 } })),
          isWhole,
        ),
    )
    return Readable.from(write(events), { objectMode: false })
  })
}

/** The customers in whose audit logs an export is recorded; null is the platform. */
function recordedFor(actor: Person, customer: string | undefined): readonly (string | null)[] {
  if (actor.isStaff) return [null]
  return customer === undefined ? actor.administers : [customer]
}

/** Passes events through and calls `end` with their numbers by `keyOf` at the end or on interruption. */
async function* counted(
  events: AsyncIterable<AuditEvent>,
  keyOf: (event: AuditEvent) => string | null,
  end: (counts: ReadonlyMap<string | null, number>, isWhole: boolean) => Promise<void>,
): AsyncGenerator<AuditEvent, void> {
  const counts = new Map<string | null, number>()
  let isWhole = false
  try {
    for await (const event of events) {
      const key = keyOf(event)
      counts.set(key, (counts.get(key) ?? 0) + 1)
      yield event
    }
    isWhole = true
  } finally {
    await end(counts, isWhole)
  }
}

/** Recorded with its own time, because the request may have started an hour ago. */
const recordWritten = (
  context: Context,
  written: readonly Pick<RecordedEvent, 'customer' | 'after'>[],
  isWhole: boolean,
) =>
  runChange(context, { ...context.origin, actor: context.actor }, async ({ audit }) => {
    for (const exported of written)
      audit({
        action: 'export.audit-log.written',
        ...exported,
        ...(!isWhole && { result: 'failure', reason: 'It was not read to its end' }),
      })
  })

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
