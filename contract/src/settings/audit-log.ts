import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { auditEvents } from './audit-events'

/** How the files of the audit log are called when they are saved. */
export const auditFiles = { csv: 'audit-log.csv', jsonl: 'audit-log.jsonl' } as const

/** The filters of the list, without brackets: an export has what the list has. */
const query = auditEvents.anyFilters as typeof auditEvents.filters extends z.ZodObject<infer Shape>
  ? z.ZodObject<{ [Name in keyof Shape]: z.ZodOptional<Shape[Name]> }>
  : never

/** The events of the audit log as a `;`-separated file, the latest first. */
export const exportAuditCsv = call({
  method: 'GET',
  path: '/mgw/api/v1/audit-events/export/csv',
  summary: 'The audit log as a table',
  query,
  answer: z.string(),
  mediaType: 'text/csv; charset=utf-8',
  problems: ['tooManyRequests'],
})

/** The same as JSON Lines: an event a line, for programs. */
export const exportAuditJsonLines = call({
  method: 'GET',
  path: '/mgw/api/v1/audit-events/export/jsonl',
  summary: 'The audit log as JSON Lines',
  query,
  answer: z.string(),
  mediaType: 'application/jsonl',
  problems: ['tooManyRequests'],
})

/** Whether the chains of the audit log hold, and up to when that is known. */
export const auditState = z.object({
  /** How many chains there are: one of each customer, and the platform's. */
  chains: z.int(),
  /** Everything that was written before this moment is as it was written; null where there is nothing yet. */
  verifiedUntil: instant.nullable(),
  /** Those that do not hold, with the first event that is not as it was written; at most 50. */
  broken: z.array(
    z.object({
      /** Null for the platform's own. */
      customer: z.string().nullable(),
      sequence: z.int(),
      reason: z.string(),
    }),
  ),
})

export type AuditState = z.output<typeof auditState>

/** The state of a customer's chain; for staff without a customer, of all of them. */
export const readAuditState = call({
  method: 'GET',
  path: '/mgw/api/v3/audit-state',
  summary: 'Whether the audit log is whole',
  query: z.strictObject({ customer: z.string().max(100).optional() }),
  answer: auditState,
})
