import type { ByteRange } from '../../platform/objects/object-store'

/**
 * The part of `size` bytes that a `Range` header asks for (RFC 9110, 14.2): undefined for all of them, which is also the answer to
 * several ranges and to what is no range; null when no byte is in it.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < start) return undefined
  return start <= end ? { start, end } : null
}
