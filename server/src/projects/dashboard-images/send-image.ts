import type { FastifyReply } from 'fastify'
import type { ObjectStore } from '../../platform/objects/object-store'
import { answeringWhenAway } from '../../platform/objects/store-away'
import type { StoredImage } from './dashboard-images.store'

/** The bytes of an image as a stream, with the headers that they are sent with. Throws 503 `objectStoreAway`. */
export async function sendImage(store: ObjectStore, { objectKey, mediaType, size }: StoredImage, reply: FastifyReply) {
  const bytes = await answeringWhenAway(store.get(objectKey))
  reply
    .type(mediaType)
    .header('content-length', size)
    .header('content-disposition', 'inline')
    .header('x-content-type-options', 'nosniff')
  return bytes
}
