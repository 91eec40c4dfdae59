import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { isUuid } from '../../platform/rows'
import { readMatrix } from './access-matrix.store'

const compress = promisify(gzip)

/** The matrix of a customer, compressed: it is megabytes of names and numbers, and no secret to guess at. */
export const accessMatrixRoute: Route = answer(readAccessMatrix, {
  may: (actor, { parameters: { customer } }) => readsCustomer(actor, customer),
  async run(context, { parameters: { customer } }, reply) {
    const { db, request } = context
    if (!isUuid(customer)) throw new Problem('notFound')
    const matrix = await readMatrix(db, personOf(context), customer)
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return matrix
    const body = await compress(JSON.stringify(matrix), { level: 4 })
    reply
      .type('application/json; charset=utf-8')
      .header('content-encoding', 'gzip')
      .header('vary', 'accept-encoding')
      .send(body)
    return matrix
  },
})
