import type { FastifyReply } from 'fastify'
import type { ObjectStore } from '../../platform/objects/object-store'
import { withStoreAwayProblem } from '../../platform/objects/store-away-problem'
import type { StoredImage } from './dashboard-images.store'

/** Streams the bytes of an image and sets the response headers. Throws 503 `objectStoreAway`. */
export async function sendImage(store: ObjectStore, { objectKey, mediaType, size }: StoredImage, reply: FastifyReply) {
  const bytes = await withStoreAwayProblem(store.get(objectKey))
  reply
    .type(mediaType)
    .header('content-length', size)
    .header('content-disposition', 'inline')
    .header('x-content-type-options', 'nosniff')
  return bytes
}
