import { type JsonApiDocument, jsonApiMediaType, toRecord, toRequest } from '@lintel/contract/jsonapi/document'
import { address } from '@lintel/contract/jsonapi/query'
import type { AnyResource, DraftInput, Entity, Patch } from '@lintel/contract/jsonapi/resource'
import { send } from './send'

/**
 * A new record (omitted fields have the resource's defaults; with a key, sending it again creates nothing twice), or a patch of the version
 * that the person saw.
 */
export type SaveRequest<R extends AnyResource> =
  | { draft: Partial<DraftInput<R>>; idempotencyKey?: string }
  | { id: string; version: number; patch: Patch<R> }

/** Creates or updates a record and returns it as stored. Fails like {@link send}. */
export async function saveRecord<R extends AnyResource>(resource: R, saving: SaveRequest<R>): Promise<Entity<R>> {
  const isNew = 'draft' in saving
  const answer = await send({
    method: isNew ? 'POST' : 'PATCH',
    address: isNew ? resource.path : address(resource, saving.id),
    body: isNew ? toRequest(resource, saving.draft) : toRequest(resource, saving.patch, saving.id),
    ifMatch: isNew ? undefined : saving.version,
    idempotencyKey: isNew ? saving.idempotencyKey : undefined,
    mediaType: jsonApiMediaType,
  })
  const data = (answer as JsonApiDocument | undefined)?.data
  const object = Array.isArray(data) ? data[0] : data
  if (!object) throw new TypeError(`Saving ${resource.type} was answered without a record`)
  // The response comes from our own server, which tests its shape against the same declaration.
  return toRecord(object) as Entity<R>
}

/**
 * Deletes a record in the version that the person saw; `query` are further conditions. Fails like {@link send}: 412 `stale` when it has changed
 * since.
 */
export async function removeRecord(
  resource: AnyResource,
  { id, version }: { id: string; version: number },
  query = '',
): Promise<void> {
  await send({
    method: 'DELETE',
    address: address(resource, id) + query,
    ifMatch: version,
    mediaType: jsonApiMediaType,
  })
}
