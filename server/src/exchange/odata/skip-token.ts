import { Problem } from '@lintel/contract/problems'
import { z } from 'zod'
import type { Secrets } from '../../platform/secrets'
import type { TablePlace } from './table-page.store'

/** Where a list goes on: behind which row, how many rows are left of `$top`, how long pages are, and how many rows there were at first. */
export interface SkipToken {
  place: TablePlace
  left: number | null
  size: number
  count: number | null
}

const content = z.tuple([
  z.array(z.string().nullable()).max(12),
  z.int().min(0).nullable(),
  z.int().min(1),
  z.int().min(0).nullable(),
])
const stampBytes = 16

/**
 * A `$skiptoken`, stamped so that nobody makes one of their own: reading is told to the trail where it begins. `purpose` names who reads
 * what in which order; a token is good for nothing else.
 */
export function writeSkipToken(secrets: Secrets, purpose: string, { place, left, size, count }: SkipToken): string {
  const data = Buffer.from(JSON.stringify([place, left, size, count]))
  return Buffer.concat([secrets.stamp(data, purpose), data]).toString('base64url')
}

/** Reads a `$skiptoken`. Throws 400 `invalidCursor` for one that was not written here for this purpose. */
export function readSkipToken(secrets: Secrets, purpose: string, text: string): SkipToken {
  const bytes = Buffer.from(text, 'base64url')
  const [stamp, data] = [bytes.subarray(0, stampBytes), bytes.subarray(stampBytes)]
  if (!secrets.isStamped(data, stamp, purpose)) throw new Problem('invalidCursor', { parameter: '$skiptoken' })
  const [place, left, size, count] = content.parse(JSON.parse(data.toString()))
  return { place, left, size, count }
}
