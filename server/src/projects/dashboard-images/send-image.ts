import type { FastifyReply } from 'fastify'
import type { ObjectStore } from '../../platform/objects/object-store'
import { openForResponse } from '../../platform/objects/open-for-response'
import type { StoredImage } from './dashboard-images.store'

/** Streams the bytes of an image and sets the response headers. Throws 503 `objectStoreAway`. */
export async function sendImage(store: ObjectStore, { objectKey, mediaType, size }: StoredImage, reply: FastifyReply) {
  const bytes = await openForResponse(store, reply.request, objectKey)
  reply
    .type(mediaType)
    .header('content-length', size)
    .header('content-disposition', 'inline')
    .header('x-content-type-options', 'nosniff')
  return bytes
}
