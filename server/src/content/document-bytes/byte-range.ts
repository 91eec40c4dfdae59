import type { ByteRange } from '../../platform/objects/object-store'

/**
 * Parses a `Range` header (RFC 9110, 14.2) for `size` bytes. Returns undefined to send everything, also for several ranges or an invalid
 * header, and null when the range is not satisfiable.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < start) return undefined
  return start <= end ? { start, end } : null
}
