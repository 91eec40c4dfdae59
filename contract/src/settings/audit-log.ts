import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { auditEvents } from './audit-events'

/** Download file names of the audit log. */
export const auditFiles = { csv: 'audit-log.csv', jsonl: 'audit-log.jsonl' } as const

/** The filters of the list, without brackets: an export returns the same events. */
const query = auditEvents.partialFilters as typeof auditEvents.filters extends z.ZodObject<infer Shape>
  ? z.ZodObject<{ [Name in keyof Shape]: z.ZodOptional<Shape[Name]> }>
  : never

/** The events of the audit log as a `;`-separated file, latest first. */
export const exportAuditCsv = call({
  method: 'GET',
  path: '/mgw/api/v1/audit-events/export/csv',
  summary: 'The audit log as a table',
  query,
  answer: z.string(),
  mediaType: 'text/csv; charset=utf-8',
  problems: ['tooManyRequests'],
})

/** The same as JSON Lines, one event per line. */
export const exportAuditJsonLines = call({
  method: 'GET',
  path: '/mgw/api/v1/audit-events/export/jsonl',
  summary: 'The audit log as JSON Lines',
  query,
  answer: z.string(),
  mediaType: 'application/jsonl',
  problems: ['tooManyRequests'],
})

/** Whether the hash chains of the audit log are intact, and up to when they were verified. */
export const auditState = z.object({
  /** Number of chains: one per customer, and the platform's. */
  chains: z.int(),
  /** Events before this moment are verified; null without any event. */
  verifiedUntil: instant.nullable(),
  /** Broken chains with their first modified event; at most 50. */
  broken: z.array(
    z.object({
      /** Null for the platform's own. */
      customer: z.string().nullable(),
      /** Null for the platform's own, and for a deleted customer. */
      customerName: z.string().nullable(),
      sequence: z.int(),
      reason: z.string(),
    }),
  ),
})

export type AuditState = z.output<typeof auditState>

/** The state of a customer's chain; for staff, without a customer, of all chains. */
export const readAuditState = call({
  method: 'GET',
  path: '/mgw/api/v3/audit-state',
  summary: 'Whether the audit log is whole',
  query: z.strictObject({ customer: z.string().max(100).optional() }),
  answer: auditState,
})
