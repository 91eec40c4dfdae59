import type { AnyResource, DraftInput, Entity, Patch } from '@lintel/contract/jsonapi/resource'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { CallFailure } from '../failure'
import { useKnownRecords } from '../known-records'
import { one } from '../resource'
import { saveRecord } from '../save-record'
import { patchStep, type RecordStep } from './record-steps'
import { useDraft } from './use-draft'
import { useDraftSave } from './use-draft-save'
import { useFormFields } from './use-form-fields'
import { useRecentChanges, whoChanged, whoDeleted } from './who-changed'

interface RecordDraftTerms<R extends AnyResource, V extends object> {
  resource: R
  /** Undefined for a new record. */
  id: string | undefined
  /** The record as it is by now; undefined for a new one, and for one that was deleted meanwhile. */
  current: Entity<R> | undefined
  /** What the record is called, for whoever has left its form before a save fails. */
  about?: string | undefined
  /** The customer whose audit log tells of the record. */
  customer: string | undefined
  /** The form's values of a record, or of what the audit log kept of it; of nothing, those of a new one. */
  valuesOf(record: object | undefined): V
  /** What a save sends of these values. */
  patchOf(values: Partial<V>): Patch<R>
  schema: z.ZodType
  label(field: keyof V & string): string
  /** A value in words, where it is no text. */
  textOf?(field: keyof V & string, value: V[keyof V & string]): string
  /** Saved, as a step; undefined for a new record. `sent`: the values that were saved. */
  onSaved(saved: Entity<R>, step: RecordStep | undefined, sent: Partial<V>): void
  /** Closes the form or leads on, unless it has been left meanwhile. */
  leave?(saved: Entity<R>): void
}

/** The form of one record on a page of its own: draft, fields and save (decision 096). */
export function useRecordDraft<R extends AnyResource, V extends object>(terms: RecordDraftTerms<R, V>) {
  const { resource, id, current, valuesOf, patchOf, customer = '' } = terms
  const queries = useQueryClient()
  const known = useKnownRecords(resource)
  const groundOf = (record: Entity<R> | undefined) => ({ version: record?.version, values: valuesOf(record) })
  const ground = groundOf(current)
  const draft = useDraft(ground)
  const target = { customer, targetType: resource.type, target: id ?? '' }
  const isTold = id !== undefined && (draft.conflicts.length > 0 || draft.isGone)
  const changes = useRecentChanges([target], String(current?.version), isTold)
  const form = useFormFields({
    draft,
    schema: terms.schema,
    label: terms.label,
    textOf: terms.textOf,
    by: (field, value) => whoChanged(changes, { id: id ?? '', field, value, valuesOf }),
    checksAtOnce: true,
  })
  const save = useDraftSave<typeof ground, { saved: Entity<R>; sent: Partial<V>; step: RecordStep | undefined }>({
    ground,
    async send(on) {
      const { changes: changed, values, version } = draft.on(on)
      if (id === undefined || version === undefined) {
        const saved = await saveRecord(resource, { draft: patchOf(values) as Partial<DraftInput<R>> })
        return { saved, sent: values, step: undefined }
      }
      const before = Object.fromEntries(Object.keys(changed).map((field) => [field, on.values[field as keyof V]]))
      const again = patchOf(changed)
      const saved = await saveRecord(resource, { id, version, patch: again })
      const versions = { id, from: version, to: saved.version }
      return {
        saved,
        sent: changed,
        step: patchStep(resource, { ...versions, back: patchOf(before as Partial<V>), again }),
      }
    },
    async readAgain() {
      if (id === undefined) return ground
      const { record } = await queries.fetchQuery({ ...one(resource, id), staleTime: 0 })
      return groundOf(record)
    },
    isDisputed: (on) => draft.on(on).conflicts.length > 0 || draft.on(on).isGone,
    touches: [resource],
    about: terms.about,
    onRefused: form.refuse,
    onSaved({ saved, sent, step }) {
      // Whoever opens it again before it is read again finds what they have saved, and not their own change as somebody else's.
      known.putIn(saved)
      terms.onSaved(saved, step, sent)
    },
    leave: ({ saved }) => terms.leave?.(saved),
  })
  return { draft, form, save, deletedBy: whoDeleted(changes, id ?? '') }
}

/** What the first problem of a failed call says of itself; undefined where there was no answer. */
export const firstDetail = (error: unknown): string | undefined =>
  error instanceof CallFailure ? (error.problems[0]?.detail ?? error.problems[0]?.title) : undefined
