import { useLingui } from '@lingui/react'
import {
  type FlatRecord,
  type JsonApiDocument,
  jsonApiMediaType,
  toRecord,
  toRequest,
} from '@lintel/contract/jsonapi/document'
import { address } from '@lintel/contract/jsonapi/query'
import type { AnyResource, DraftInput, Entity, Patch } from '@lintel/contract/jsonapi/resource'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../ui/toast'
import { isAllAtFields } from './at-field'
import { problemText } from './problem-text'
import { reportError } from './report-error'
import { keyOf } from './resource'
import { send } from './send'

/**
 * A new record (what it leaves out has the resource's default; with a key, sending it again makes nothing twice), or a
 * change to the version that the person saw.
 */
export type Saving<R extends AnyResource> =
  | { draft: Partial<DraftInput<R>>; idempotencyKey?: string }
  | { id: string; version: number; patch: Patch<R> }

type Snapshot = [QueryKey, unknown][]

/**
 * Saves records of a resource. A change shows at once; when it fails it is rolled back, the record is read again, and
 * the failure is logged and shown: beside its field when `fields` names it (see `atField`), by the caller when it says so
 * of this failure (`shows`), else in a toast.
 */
export function useSave<R extends AnyResource>(
  resource: R,
  { fields = [], shows = () => false }: { fields?: readonly string[]; shows?: (error: Error) => boolean } = {},
) {
  const queries = useQueryClient()
  const { i18n } = useLingui()
  return useMutation({
    mutationFn: (saving: Saving<R>): Promise<Entity<R>> => save(resource, saving),
    onMutate: async (saving): Promise<Snapshot> => {
      if (!('patch' in saving)) return []
      await queries.cancelQueries({ queryKey: keyOf(resource) })
      const before = queries.getQueriesData({ queryKey: keyOf(resource) })
      queries.setQueriesData({ queryKey: keyOf(resource) }, (known) => patched(known, saving.id, saving.patch))
      return before
    },
    onError: (error, _saving, before) => {
      for (const [key, known] of before ?? []) queries.setQueryData(key, known)
      reportError(error, 'saveFailed')
      if (!isAllAtFields(error, fields) && !shows(error))
        showToast({ kind: 'problem', text: i18n._(problemText(error)) })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(resource) }),
  })
}

async function save<R extends AnyResource>(resource: R, saving: Saving<R>): Promise<Entity<R>> {
  const isNew = 'draft' in saving
  const answer = await send({
    method: isNew ? 'POST' : 'PATCH',
    address: isNew ? resource.path : address(resource, saving.id),
    body: isNew ? toRequest(resource, saving.draft) : toRequest(resource, saving.patch, saving.id),
    ifMatch: isNew ? undefined : saving.version,
    idempotencyKey: isNew ? saving.idempotencyKey : undefined,
    mediaType: jsonApiMediaType,
  })
  const { data } = answer as JsonApiDocument
  const object = Array.isArray(data) ? data[0] : data
  if (!object) throw new TypeError(`Saving ${resource.type} was answered without a record`)
  // Our own server's answer: its shape is tested there against the same declaration.
  return toRecord(object) as Entity<R>
}

/** Cached data of any shape with the patch applied to the record of this id. */
function patched(known: unknown, id: string, patch: object): unknown {
  const apply = (record: FlatRecord) => (record.id === id ? { ...record, ...patch } : record)
  const { record, records } = (known ?? {}) as { record?: FlatRecord; records?: FlatRecord[] }
  if (record) return { ...(known as object), record: apply(record) }
  if (records) return { ...(known as object), records: records.map(apply) }
  return known
}
