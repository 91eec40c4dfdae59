import type { FastifyRequest } from 'fastify'

/**
 * Whether a header of a conditional request (RFC 9110, 13.1) is `*` or lists the ETag, by weak comparison: compressing proxies make ETags
 * weak.
 */
export const listsTag = (header: string, etag: string): boolean =>
  listsStrongTag(header, etag) || tagsOf(header).some((tag) => opaqueTag(tag) === opaqueTag(etag))

/** The same by strong comparison, for a strong ETag. */
export const listsStrongTag = (header: string, etag: string): boolean =>
  tagsOf(header).some((tag) => tag === '*' || tag === etag)

/** Whether a read is answered with 304: its `If-None-Match` lists the ETag of what it would be answered with. */
export function isNotModified({ method, headers }: FastifyRequest, etag: string): boolean {
  const header = headers['if-none-match']
  return (method === 'GET' || method === 'HEAD') && header !== undefined && listsTag(header, etag)
}

/** Split without a pattern: `\s*,` takes quadratic time for a long run of blanks. */
const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim())

const opaqueTag = (tag: string) => tag.replace(/^W\//, '')
