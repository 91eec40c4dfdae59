import { Problem } from '@lintel/contract/problems'
import { z } from 'zod'
import type { Secrets } from '../../platform/secrets'
import type { RowPosition } from './table-page.store'

/**
 * Continuation of a list: the time of its first page in milliseconds, position of the last row, rows so far, rows remaining of `$top`, page
 * size, and the total at the start.
 */
export interface SkipToken {
  startedAt: number
  position: RowPosition
  rows: number
  remaining: number | null
  size: number
  count: number | null
}

const content = z.tuple([
  z.int(),
  z.array(z.string().nullable()).max(12),
  z.int().min(0),
  z.int().min(0).nullable(),
  z.int().min(1),
  z.int().min(0).nullable(),
])
const stampBytes = 16

/**
 * How long after its first page a list can be continued, in milliseconds: later pages are not audited. An hour would not suffice for 50,000
 * rows at one row a page, since the general rate is 600 calls a minute.
 */
const maxReadMs = 86_400_000

/**
 * Creates a `$skiptoken` with a MAC, since only the first page of a read is audited. `purpose` binds it to the session or feed token that
 * reads, its actor, table, filter and order.
 */
export function writeSkipToken(
  secrets: Secrets,
  purpose: string,
  { startedAt, position, rows, remaining, size, count }: SkipToken,
): string {
  const data = Buffer.from(JSON.stringify([startedAt, position, rows, remaining, size, count]))
  return Buffer.concat([secrets.stamp(data, purpose), data]).toString('base64url')
}

/** Parses a `$skiptoken`. Throws 400 `invalidCursor` unless it was issued for this purpose, in a list begun less than a day before `now`. */
export function readSkipToken(
  secrets: Secrets,
  { purpose, now }: { purpose: string; now: number },
  text: string,
): SkipToken {
  const bytes = Buffer.from(text, 'base64url')
  const [stamp, data] = [bytes.subarray(0, stampBytes), bytes.subarray(stampBytes)]
  const isOurs = secrets.isStamped(data, stamp, purpose)
  // An earlier version may have stamped other content.
  const parsed = isOurs ? content.safeParse(JSON.parse(data.toString())) : undefined
  if (!parsed?.success || now - parsed.data[0] >= maxReadMs)
    throw new Problem('invalidCursor', { parameter: '$skiptoken' })
  const [startedAt, position, rows, remaining, size, count] = parsed.data
  return { startedAt, position, rows, remaining, size, count }
}
