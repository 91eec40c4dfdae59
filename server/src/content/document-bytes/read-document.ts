import { Readable } from 'node:stream'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { personOf } from '../../identity/signed-in'
import type { Context } from '../../platform/context'
import { isNotModified, listsStrongTag } from '../../platform/entity-tags'
import type { ByteRange, ObjectStore } from '../../platform/objects/object-store'
import { openForResponse } from '../../platform/objects/open-for-response'
import { openContent } from '../../projects/project-life/content-guard'
import { byteRange } from './byte-range'
import { type DocumentVersion, documentVersion } from './document-bytes.store'
import { contentDisposition } from './media-type-of'

/** The requested version of a document; the newest by default. */
interface VersionRequest {
  project: string
  id: string
  revision: number | undefined
}

/**
 * Sends the bytes of a document, or the requested `Range` of them, with the response headers. 304 where `If-None-Match` lists the ETag; throws
 * 412 `stale` where `If-Match` does not.
 */
export async function sendVersion(
  context: Context,
  reply: FastifyReply,
  store: ObjectStore,
  { project, id, revision }: VersionRequest,
): Promise<Readable | ''> {
  const { db, request, configuration } = context
  await openContent(db, { actor: personOf(context), configuration }, project, 'read')
  const version = await documentVersion(db, project, id, revision)
  if (!version) throw new Problem('notFound')
  const { size, objectKey } = version
  const etag = `"${version.checksum}"`
  const ifMatch = request.headers['if-match']
  if (ifMatch !== undefined && !listsStrongTag(ifMatch, etag)) throw new Problem('stale', { header: 'If-Match' })
  if (isNotModified(request, etag)) {
    await reply.code(304).header('etag', etag).send()
    return ''
  }
  const range = requestedRange(request, etag, size)
  if (range === null) {
    reply.header('content-range', `bytes */${size}`)
    throw new Problem('rangeNotSatisfiable')
  }
  const bytes = size === 0 ? Readable.from([]) : await openForResponse(store, request, objectKey, range)
  setHeaders(reply, version, etag)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  return bytes
}

/** The requested part; only GET has one (RFC 9110, 14.2). */
function requestedRange({ method, headers }: FastifyRequest, etag: string, size: number): ByteRange | null | undefined {
  const condition = headers['if-range']
  return method === 'GET' && (condition === undefined || condition === etag)
    ? byteRange(headers.range, size)
    : undefined
}

function setHeaders(reply: FastifyReply, { name, mediaType }: DocumentVersion, etag: string): void {
  reply
    .type(mediaType)
    .header('content-disposition', contentDisposition(name, mediaType))
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
}
