import { pipeline, Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import { takesGzip, varyByEncoding } from '../../platform/media-types'
import type { Route } from '../../platform/route'
import { isUuid } from '../../platform/rows'
import { type MatrixRead, readMatrix } from './access-matrix.store'

/**
 * The matrix of a customer, written as it is read and compressed: it is megabytes of names and numbers, and no secret to
 * guess at.
 */
export const accessMatrixRoute: Route = answer(readAccessMatrix, {
  may: (actor, { parameters: { customer } }) => readsCustomer(actor, customer),
  async run(context, { parameters: { customer } }, reply) {
    const { db, request } = context
    if (!isUuid(customer)) throw new Problem('notFound')
    const pieces = Readable.from(jsonOf(await readMatrix(db, personOf(context), customer)), {
      objectMode: false,
      highWaterMark: 4 * pieceLength,
    })
    varyByEncoding(reply)
    if (!takesGzip(request.headers['accept-encoding'])) return pieces
    reply.header('content-encoding', 'gzip')
    // Whoever goes away in the middle ends the reading, too.
    return pipeline(pieces, createGzip({ level: 4, chunkSize: pieceLength }), () => undefined)
  },
})

/** So many characters are handed on at once. */
const pieceLength = 65_536

/** The matrix as JSON, piece by piece. Between two pieces others have their turn, and the piece before is compressed meanwhile. */
async function* jsonOf({ people, projects, ...head }: MatrixRead): AsyncIterable<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"people":`
  yield people
  let piece = ',"projects":['
  let separator = ''
  for (const project of projects) {
    piece += separator + JSON.stringify(project)
    separator = ','
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
    await breathe()
  }
  yield `${piece}]}`
}
