import type { AnyResource, DraftInput, Entity, Patch } from '@lintel/contract/jsonapi/resource'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { useCachedRecords } from '../cached-records'
import { creationKeys } from '../creation-key'
import { CallFailure } from '../failure'
import { one } from '../resource'
import { type SaveRequest, saveRecord } from '../save-record'
import type { Baseline, DraftView } from './draft'
import { patchStep, type RecordStep } from './record-steps'
import { useDraft } from './use-draft'
import { useFormFields } from './use-form-fields'
import { useRebasedSave } from './use-rebased-save'
import { type Change, type ChangesQuery, recentChanges, useChanges, whoChanged, whoDeleted } from './who-changed'

/** The result of a write: the stored record, and how to undo it, if possible. */
export interface WriteResult<T> {
  record: T
  undo?: (() => void) | undefined
}

/** The result of a form's save. */
interface SavedDraft<R extends AnyResource, V extends object> extends WriteResult<Entity<R>> {
  /** The undo step of a patch; undefined for a new record, and for a form that has its own `write`. */
  step: RecordStep | undefined
  /** The values that were saved. */
  sent: Partial<V>
}

interface RecordDraftOptions<R extends AnyResource, V extends object> {
  resource: R
  /** The resource of the same row, if `resource` is another view of it: both have its version. */
  rowOf?: AnyResource
  /** Whether the former value of this field does not bring back what its change has changed: such a save is not undone. */
  isIrreversible?(field: keyof V & string, before: V, after: V): boolean
  /** The record's id; undefined for a new record. */
  id: string | undefined
  /** The current record; undefined for a new one and for one deleted meanwhile. */
  current: Entity<R> | undefined
  /** The record that was selected for editing, if it is known longer than the form: it may be deleted by now. */
  opened?: Entity<R> | undefined
  /** The boolean field of records that are deleted by a mark: a save of such a record restores it. */
  deletionField?: keyof Patch<R> & string
  /** The record's name, for a failure toast after the form was left. */
  about?: string | undefined
  /** The customer whose audit log contains the record. */
  customer?: string | undefined
  /** The request for the record's changes up to a version; by default from the audit log. */
  changes?(version: string): ChangesQuery<Change>
  /** The form values of a record or of an audit log state; without an argument, those of a new record. */
  valuesOf(record: object | undefined): V
  /** The patch of these values. */
  patchOf(values: Partial<V>): Patch<R>
  schema: z.ZodType
  /** False to show errors only after the first submit, not while typing. */
  validatesOnChange?: boolean
  label(field: keyof V & string): string
  /** A value as text, if it is not a text. */
  textOf?(field: keyof V & string, value: V[keyof V & string]): string
  /** Reads the current record again; by default from the resource's own route. */
  reload?(): Promise<Entity<R> | undefined>
  /** Overrides the write of the resource's own routes. Fails like `send`. */
  write?(saving: SaveRequest<R>): Promise<WriteResult<Entity<R>>>
  /** Other queries that show the record: they are refetched after a save as well. */
  related?: readonly { queryKey: QueryKey }[]
  /** Announces a save, even if the form has been left. */
  onSaved(saved: SavedDraft<R, V>): void
  /** Closes the form or navigates, unless it has been left meanwhile, or a stored record has been edited further. */
  leave?(saved: Entity<R>): void
}

/** The form of one record, on its own page or in a dialog: draft, fields and save (decision 096). */
export function useRecordDraft<R extends AnyResource, V extends object>(terms: RecordDraftOptions<R, V>) {
  const { resource, rowOf, id = '', current, opened = current, valuesOf, customer = '' } = terms
  const queries = useQueryClient()
  const known = useCachedRecords(resource)
  const [withIdempotencyKey] = useState(() => creationKeys())
  const baseline = baselineOf(terms, current)
  const draft = useDraft(baseline, { opened: baselineOf(terms, opened) })
  const version = String(current?.version)
  const changes = useChanges(
    terms.changes?.(version) ?? recentChanges([{ customer, targetType: resource.type, target: id }], version),
    terms.id !== undefined && (draft.conflicts.length > 0 || draft.isDeleted),
  )
  const form = useFormFields({
    draft,
    schema: terms.schema,
    label: terms.label,
    textOf: terms.textOf,
    by: (field, value) => whoChanged(changes, { id, field, value, valuesOf }),
    validatesOnChange: terms.validatesOnChange ?? true,
  })
  const write = terms.write ?? (async (saving) => ({ record: await saveRecord(resource, saving) }))
  const save = useRebasedSave<RecordBaseline<V>, SavedDraft<R, V>>({
    baseline,
    async send(on) {
      const view = draft.on(on)
      const { changes: sent, values } = view
      const from = view.isDeleted || view.version === undefined ? on.storedVersion : view.version
      if (terms.id === undefined || from === undefined) {
        const added = terms.patchOf(values) as Partial<DraftInput<R>>
        const written = await withIdempotencyKey(added, (idempotencyKey) => write({ draft: added, idempotencyKey }))
        return { ...written, sent: values, step: undefined }
      }
      const patches = patchesOf(terms, on.values, view)
      const written = await write({ id, version: from, patch: patches.again })
      const versions = { id, from, to: written.record.version, ...(rowOf && { row: rowOf.type }) }
      return { ...written, sent, step: terms.write ? undefined : patchStep(resource, { ...versions, ...patches }) }
    },
    async reload() {
      if (terms.id === undefined) return baseline
      if (terms.reload) return baselineOf(terms, await terms.reload())
      const { record } = await queries.fetchQuery({ ...one(resource, id), staleTime: 0 })
      return baselineOf(terms, record)
    },
    hasConflicts: (on) => draft.on(on).conflicts.length > 0 || draft.on(on).isDeleted,
    invalidates: [resource, ...(terms.related ?? [])],
    about: terms.about,
    // Only a stored record continues: a new one, or one that is added again, has another id once it is saved.
    draft: terms.leave && current ? draft : undefined,
    onRefused: form.refuse,
    onSaved(saved) {
      // Reopening the form before the refetch must show the saved values, not report them as changes by somebody else.
      // A change set returns records without a version; for those the list is refetched.
      if ('version' in saved.record) known.replace(saved.record)
      terms.onSaved(saved)
    },
    leave: ({ record }) => terms.leave?.(record),
  })
  return { draft, form, save, deletedBy: whoDeleted(changes, id) }
}

/** The baseline of a record's form, without a version for a deleted record. */
interface RecordBaseline<V extends object> extends Baseline<V> {
  /** The version of the stored record, also if that is marked as deleted. */
  storedVersion: number | undefined
}

function baselineOf<R extends AnyResource, V extends object>(
  { valuesOf, deletionField }: RecordDraftOptions<R, V>,
  record: Entity<R> | undefined,
): RecordBaseline<V> {
  const fields: Readonly<Record<string, unknown>> = record ?? {}
  const storedVersion = record?.version
  const isMarked = deletionField !== undefined && fields[deletionField] === true
  return { version: isMarked ? undefined : storedVersion, storedVersion, values: valuesOf(record) }
}

/** The patch of a save, and the one that restores the values before it, as far as they can be restored. */
function patchesOf<R extends AnyResource, V extends object>(
  { patchOf, isIrreversible, deletionField }: RecordDraftOptions<R, V>,
  before: V,
  { changes, values, isDeleted }: DraftView<V>,
): Record<'back' | 'again', Patch<R>> {
  const fields = (Object.keys(changes) as (keyof V & string)[]).filter(
    (field) => !isIrreversible?.(field, before, values),
  )
  const restored = Object.fromEntries(fields.map((field) => [field, before[field]])) as Partial<V>
  const marked = (isMarked: boolean) => isDeleted && deletionField !== undefined && { [deletionField]: isMarked }
  return {
    back: { ...patchOf(restored), ...marked(true) },
    again: { ...patchOf(changes), ...marked(false) },
  }
}

/** The detail of the first problem of a failed call; undefined without a response. */
export const firstDetail = (error: unknown): string | undefined =>
  error instanceof CallFailure ? (error.problems[0]?.detail ?? error.problems[0]?.title) : undefined
