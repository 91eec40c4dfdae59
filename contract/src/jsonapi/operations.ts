import { z } from 'zod'
import { call } from './call'
import { jsonApiMediaType } from './document'

/** The extension by which several changes are made in one step (https://jsonapi.org/ext/atomic/). */
export const atomicExtension = 'https://jsonapi.org/ext/atomic'

/** The media type of a document of operations, and of its results. */
export const atomicMediaType = `${jsonApiMediaType};ext="${atomicExtension}"`

/** Maximum number of operations in one request. */
export const maxOperations = 100

const type = z.string().max(100)
const id = z.string().min(1).max(320)

/** The target of an operation: a resource by its id, or by the `lid` given by an earlier operation of the request. */
const operationTarget = z.union([z.strictObject({ type, id }), z.strictObject({ type, lid: id })])

/**
 * One operation. `add` carries `data` (a `lid` lets later operations refer to it); `update` carries `data` with the id; `remove` carries
 * `ref`. `meta.version` corresponds to `If-Match` of a single request.
 */
export const operation = z.strictObject({
  op: z.enum(['add', 'update', 'remove']),
  ref: operationTarget.optional(),
  /** The resource object. Validated by the resource's own schema when the operation runs. */
  data: z.looseObject({ type }).optional(),
  meta: z.strictObject({ version: z.int().min(1) }).optional(),
})

export type Operation = z.output<typeof operation>

/** The results in the order of the operations; empty for a removed resource or one that is no longer visible. */
export const operationResults = z.object({
  'atomic:results': z.array(
    z.object({
      data: z
        .object({
          type: z.string(),
          id: z.string(),
          attributes: z.record(z.string(), z.unknown()).optional(),
          relationships: z.record(z.string(), z.object({ data: z.unknown() })).optional(),
          links: z.object({ self: z.string() }).optional(),
          meta: z.object({ version: z.int() }).optional(),
        })
        .optional(),
    }),
  ),
})

export type OperationResults = z.output<typeof operationResults>

/**
 * Several changes in one transaction: all or none, each with the validation, permissions and audit events of the single change. The pointer
 * of a failure names its operation: `/atomic:operations/3/data/attributes/name`.
 */
export const runOperations = call({
  method: 'POST',
  path: '/mgw/api/v3/operations',
  summary: 'Several changes in one step, all or nothing (JSON:API Atomic Operations)',
  body: z.strictObject({ 'atomic:operations': z.array(operation).min(1).max(maxOperations) }),
  answer: operationResults,
  bodyMediaType: atomicMediaType,
  mediaType: atomicMediaType,
  requestHeaders: ['Idempotency-Key'],
  problems: ['notFound', 'conflict', 'stale', 'stillInUse', 'stepUpRequired', 'unknownReference'],
})
