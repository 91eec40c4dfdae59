import { type Identifier, toRequest } from '@lintel/contract/jsonapi/document'
import type { Operation } from '@lintel/contract/jsonapi/operations'
import type { AnyResource, DraftInput, Patch } from '@lintel/contract/jsonapi/resource'

/** An operation that adds a resource; `lid` names it within the request. */
export const addOperation = <R extends AnyResource>(resource: R, draft: DraftInput<R>, lid?: string): Operation => ({
  op: 'add',
  data: { ...toRequest(resource, draft).data, ...(lid !== undefined && { lid }) },
})

/** An operation that changes a resource, if its version is still `version`. */
export const updateOperation = <R extends AnyResource>(
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
export const removeOperation = (resource: AnyResource, target: string, version?: number): Operation => ({
  op: 'remove',
  ref: { type: resource.type, id: target } satisfies Identifier,
  ...(version !== undefined && { meta: { version } }),
})
