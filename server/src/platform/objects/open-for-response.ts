import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { ByteRange, ObjectStore } from './object-store'
import { withStoreAwayProblem } from './store-away-problem'

/**
 * Opens an object, or a range of it, for the response to a request. For HEAD the store is only asked whether it has the object, and the stream is
 * empty. Throws 503 `objectStoreAway`.
 */
export async function openForResponse(
  store: ObjectStore,
  { method }: FastifyRequest,
  key: string,
  range?: ByteRange,
): Promise<Readable> {
  if (method !== 'HEAD') return withStoreAwayProblem(store.get(key, range))
  await withStoreAwayProblem(store.assertStored(key))
  return Readable.from([])
}
