import { pipeline, Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import { acceptsGzip, varyByEncoding } from '../../platform/media-types'
import type { Route } from '../../platform/route'
import { isUuid } from '../../platform/rows'
import { readMatrix, type StreamedMatrix } from './access-matrix.store'

/**
 * The access matrix of a customer, streamed and compressed: a large one has megabytes. Compression is safe here
 * (BREACH) because the response contains no secrets.
 */
export const accessMatrixRoute: Route = answer(readAccessMatrix, {
  may: (actor, { parameters: { customer } }) => readsCustomer(actor, customer),
  async run(context, { parameters: { customer } }, reply) {
    const { db, clock, request } = context
    if (!isUuid(customer)) throw new Problem('notFound')
    const pieces = Readable.from(jsonOf(await readMatrix(db, { actor: personOf(context), customer, now: clock() })), {
      objectMode: false,
      highWaterMark: 4 * chunkLength,
    })
    varyByEncoding(reply)
    if (!acceptsGzip(request.headers['accept-encoding'])) return pieces
    reply.header('content-encoding', 'gzip')
    // When the client disconnects, the pipeline stops reading as well.
    return pipeline(pieces, createGzip({ level: 4, chunkSize: chunkLength }), () => undefined)
  },
})

/** Characters per written chunk. */
const chunkLength = 65_536

/** The matrix as JSON in chunks. Yields to the event loop between chunks so that other requests are served and the previous chunk is compressed. */
async function* jsonOf({ people, projects, ...head }: StreamedMatrix): AsyncIterable<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"people":`
  yield people
  let piece = ',"projects":['
  let separator = ''
  for (const project of projects) {
    piece += separator + JSON.stringify(project)
    separator = ','
    if (piece.length < chunkLength) continue
    yield piece
    piece = ''
    await yieldToEventLoop()
  }
  yield `${piece}]}`
}
