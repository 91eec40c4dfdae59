import type { AnyResource, DraftInput, Entity, Patch } from '@lintel/contract/jsonapi/resource'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { useCachedRecords } from '../cached-records'
import { creationKeys } from '../creation-key'
import { CallFailure } from '../failure'
import { one } from '../resource'
import { saveRecord } from '../save-record'
import { patchStep, type RecordStep } from './record-steps'
import { useDraft } from './use-draft'
import { useDraftSave } from './use-draft-save'
import { useFormFields } from './use-form-fields'
import { useRecentChanges, whoChanged, whoDeleted } from './who-changed'

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
  /** The record's name, for a failure toast after the form was left. */
  about?: string | undefined
  /** The customer whose audit log contains the record. */
  customer: string | undefined
  /** The form values of a record or of an audit log state; without an argument, those of a new record. */
  valuesOf(record: object | undefined): V
  /** The patch of these values. */
  patchOf(values: Partial<V>): Patch<R>
  schema: z.ZodType
  label(field: keyof V & string): string
  /** A value as text, if it is not a text. */
  textOf?(field: keyof V & string, value: V[keyof V & string]): string
  /** Called after a save with its undo step, undefined for a new record. `sent`: the values that were saved. */
  onSaved(saved: Entity<R>, step: RecordStep | undefined, sent: Partial<V>): void
  /** Closes the form or navigates, unless it has been left meanwhile. */
  leave?(saved: Entity<R>): void
}

/** The form of one record on its own page: draft, fields and save (decision 096). */
export function useRecordDraft<R extends AnyResource, V extends object>(terms: RecordDraftOptions<R, V>) {
  const { resource, rowOf, isIrreversible, id, current, valuesOf, patchOf, customer = '' } = terms
  const queries = useQueryClient()
  const known = useCachedRecords(resource)
  const [withIdempotencyKey] = useState(() => creationKeys())
  const baselineOf = (record: Entity<R> | undefined) => ({ version: record?.version, values: valuesOf(record) })
  const baseline = baselineOf(current)
  const draft = useDraft(baseline)
  const target = { customer, targetType: resource.type, target: id ?? '' }
  const needsHistory = id !== undefined && (draft.conflicts.length > 0 || draft.isDeleted)
  const changes = useRecentChanges([target], String(current?.version), needsHistory)
  const form = useFormFields({
    draft,
    schema: terms.schema,
    label: terms.label,
    textOf: terms.textOf,
    by: (field, value) => whoChanged(changes, { id: id ?? '', field, value, valuesOf }),
    validatesOnChange: true,
  })
  const save = useDraftSave<typeof baseline, { saved: Entity<R>; sent: Partial<V>; step: RecordStep | undefined }>({
    baseline,
    async send(on) {
      const { changes: changed, values, version } = draft.on(on)
      if (id === undefined || version === undefined) {
        const added = patchOf(values) as Partial<DraftInput<R>>
        const saved = await withIdempotencyKey(added, (idempotencyKey) =>
          saveRecord(resource, { draft: added, idempotencyKey }),
        )
        return { saved, sent: values, step: undefined }
      }
      const restored = (Object.keys(changed) as (keyof V & string)[]).filter(
        (field) => !isIrreversible?.(field, on.values, values),
      )
      const before = Object.fromEntries(restored.map((field) => [field, on.values[field]]))
      const again = patchOf(changed)
      const saved = await saveRecord(resource, { id, version, patch: again })
      const versions = { id, from: version, to: saved.version, ...(rowOf && { row: rowOf.type }) }
      return {
        saved,
        sent: changed,
        step: patchStep(resource, { ...versions, back: patchOf(before as Partial<V>), again }),
      }
    },
    async reload() {
      if (id === undefined) return baseline
      const { record } = await queries.fetchQuery({ ...one(resource, id), staleTime: 0 })
      return baselineOf(record)
    },
    hasConflicts: (on) => draft.on(on).conflicts.length > 0 || draft.on(on).isDeleted,
    invalidates: [resource],
    about: terms.about,
    onRefused: form.refuse,
    onSaved({ saved, sent, step }) {
      // Reopening the form before the refetch must show the saved values, not report them as changes by somebody else.
      known.replace(saved)
      terms.onSaved(saved, step, sent)
    },
    leave: ({ saved }) => terms.leave?.(saved),
  })
  return { draft, form, save, deletedBy: whoDeleted(changes, id ?? '') }
}

/** The detail of the first problem of a failed call; undefined without a response. */
export const firstDetail = (error: unknown): string | undefined =>
  error instanceof CallFailure ? (error.problems[0]?.detail ?? error.problems[0]?.title) : undefined
