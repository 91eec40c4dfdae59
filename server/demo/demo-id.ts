import { createHash } from 'node:crypto'

// Every demo id has the same timestamp (1 January 2024), so that it is a valid UUIDv7.
const prefix = Date.UTC(2024, 0, 1).toString(16).padStart(12, '0')

/** The id of a demo record: the same on every machine, so that links into the demo stay valid. */
export function demoId(noun: string, key: string): string {
  const hash = createHash('sha256').update(`lintel demo/${noun}/${key}`).digest('hex')
  const variant = ((Number.parseInt(hash.slice(3, 4), 16) & 0x3) | 0x8).toString(16)
  return [
    prefix.slice(0, 8),
    prefix.slice(8),
    `7${hash.slice(0, 3)}`,
    `${variant}${hash.slice(4, 7)}`,
    hash.slice(7, 19),
  ].join('-')
}
