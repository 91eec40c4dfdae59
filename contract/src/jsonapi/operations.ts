import { z } from 'zod'
import { call } from './call'
import { type Identifier, jsonApiMediaType, toRequest } from './document'
import type { AnyResource, DraftInput, Patch } from './resource'

/** The extension by which several changes are made in one step (https://jsonapi.org/ext/atomic/). */
export const atomicExtension = 'https://jsonapi.org/ext/atomic'

/** The media type of a document of operations, and of its results. */
export const atomicMediaType = `${jsonApiMediaType};ext="${atomicExtension}"`

/** The most operations that one step may have. */
export const mostOperations = 100

const type = z.string().max(100)
const id = z.string().min(1).max(320)

/** What an operation is about: a resource by its id, or by the `lid` that an earlier operation of the step gave it. */
export const operationTarget = z.union([z.strictObject({ type, id }), z.strictObject({ type, lid: id })])

/**
 * One operation. `add` carries `data` (with a `lid`, later operations can refer to it); `update` carries `data` with the
 * id; `remove` carries `ref`. `meta.version` is what `If-Match` is to a single change.
 */
export const operation = z.strictObject({
  op: z.enum(['add', 'update', 'remove']),
  ref: operationTarget.optional(),
  /** The resource as a document has it. Checked when it is its turn, by the resource's own schema. */
  data: z.looseObject({ type }).optional(),
  meta: z.strictObject({ version: z.int().min(1) }).optional(),
})

export type Operation = z.output<typeof operation>

/** The results in the order of the operations; what was removed, or is no longer visible, has none. */
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
 * Several changes in one step: all of them or none, each by the rules, rights and audit of the single change. A failure
 * says by its pointer which operation it is about: `/atomic:operations/3/data/attributes/name`.
 */
export const runOperations = call({
  method: 'POST',
  path: '/mgw/api/v3/operations',
  summary: 'Several changes in one step, all or nothing (JSON:API Atomic Operations)',
  body: z.strictObject({ 'atomic:operations': z.array(operation).min(1).max(mostOperations) }),
  answer: operationResults,
  bodyMediaType: atomicMediaType,
  mediaType: atomicMediaType,
  problems: ['notFound', 'conflict', 'stale', 'stillInUse', 'stepUpRequired', 'unknownReference'],
})

/** An operation that adds a resource; `lid` is a name for it within the step. */
export const adding = <R extends AnyResource>(resource: R, draft: DraftInput<R>, lid?: string): Operation => ({
  op: 'add',
  data: { ...toRequest(resource, draft).data, ...(lid !== undefined && { lid }) },
})

/** An operation that changes a resource, if its version is still `version`. */
export const updating = <R extends AnyResource>(
  resource: R,
  target: string,
  patch: Patch<R>,
  version?: number,
): Operation => ({
  op: 'update',
  data: toRequest(resource, patch, target).data,
  ...(version !== undefined && { meta: { version } }),
})

/** An operation that removes a resource, if its version is still `version`. */
export const removing = (resource: AnyResource, target: string, version?: number): Operation => ({
  op: 'remove',
  ref: { type: resource.type, id: target } satisfies Identifier,
  ...(version !== undefined && { meta: { version } }),
})
