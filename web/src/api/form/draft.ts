/** The stored state that a form is based on: the values and version of the record; no version for a record that does not exist. */
export interface Baseline<V extends object> {
  version: number | undefined
  values: V
}

/** An edited field: its value, and the stored value and version that the person last saw. */
interface TypedField<T> {
  value: T
  original: T
  version: number | undefined
}

/** The edited fields of a form, and the baseline at the last edit. */
export interface Draft<V extends object> {
  readonly base: Baseline<V>
  readonly fields: { readonly [F in keyof V]?: TypedField<V[F]> }
}

/** A field that somebody else changed after it was edited here. */
export interface Conflict<V extends object> {
  field: keyof V & string
  mine: V[keyof V & string]
  theirs: V[keyof V & string]
}

/** A draft applied to the current baseline: what the form shows, and what a save would send. */
export interface DraftView<V extends object> {
  values: V
  /** The fields that differ from the record; all fields of a deleted record. */
  changes: Partial<V>
  /** There are unsaved changes. */
  isDirty: boolean
  /** The record existed and was deleted by somebody else. */
  isDeleted: boolean
  /** For `If-Match`: the record's version, or the one last seen while a conflict is unresolved. */
  version: number | undefined
  conflicts: readonly Conflict<V>[]
}

/** The draft of a newly opened form. */
export const openDraft = <V extends object>(baseline: Baseline<V>): Draft<V> => ({ base: baseline, fields: {} })

/** The draft of a form that stays open after a save: edits made since the save was sent are kept. */
export function restartDraft<V extends object>(draft: Draft<V>, baseline: Baseline<V>, sent: Partial<V>): Draft<V> {
  const fields: { [F in keyof V]?: TypedField<V[F]> } = {}
  for (const field of Object.keys(draft.fields) as (keyof V)[]) {
    const value = draft.fields[field]?.value
    if (value === undefined || (field in sent && isSame(value, sent[field]))) continue
    fields[field] = { value, original: baseline.values[field], version: baseline.version }
  }
  return { base: baseline, fields }
}

/** The fields whose values differ from those that a save has sent. */
export const fieldsEditedSince = <V extends object>(now: DraftView<V>, sent: DraftView<V>): (keyof V)[] =>
  (Object.keys({ ...sent.changes, ...now.changes }) as (keyof V)[]).filter(
    (field) => !isSame(now.values[field], sent.values[field]),
  )

/** The draft of these fields, once what was sent is stored. */
export function draftSince<V extends object>(
  now: DraftView<V>,
  sent: DraftView<V>,
  stored: Baseline<V> = { version: sent.version, values: sent.values },
): Draft<V> {
  return fieldsEditedSince(now, sent).reduce(
    (draft, field) => editField(draft, stored, field, now.values[field]),
    openDraft(stored),
  )
}

/** Equality that ignores surrounding spaces of texts and the order of lists. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim()
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each) => other.includes(each))
  return Object.is(one, other)
}

/** Sets the value of a field. A field set back to the stored value no longer counts as edited. */
export function editField<V extends object, F extends keyof V>(
  draft: Draft<V>,
  baseline: Baseline<V>,
  field: F,
  value: V[F],
): Draft<V> {
  const base = isDeleted(draft, baseline) ? draft.base : baseline
  const { [field]: known, ...others } = draft.fields
  const isReverted = Array.isArray(value) ? isSame(value, base.values[field]) : Object.is(value, base.values[field])
  if (isReverted) return { base, fields: others as Draft<V>['fields'] }
  const typed = {
    value,
    original: known?.original ?? base.values[field],
    version: known ? known.version : base.version,
  }
  return { base, fields: { ...draft.fields, [field]: typed } }
}

/** Resolves a conflict for the own value: the other change counts as seen, and a save overwrites it. */
export function keepMine<V extends object>(draft: Draft<V>, baseline: Baseline<V>, field: keyof V): Draft<V> {
  const typed = draft.fields[field]
  if (!typed) return draft
  const original = { ...typed, original: baseline.values[field], version: baseline.version }
  return { ...draft, fields: { ...draft.fields, [field]: original } }
}

/** Resolves a conflict for the stored value: the field follows the record again. */
export function takeTheirs<V extends object>(draft: Draft<V>, field: keyof V): Draft<V> {
  const { [field]: _, ...others } = draft.fields
  return { ...draft, fields: others as Draft<V>['fields'] }
}

const isDeleted = <V extends object>({ base }: Draft<V>, baseline: Baseline<V>) =>
  base.version !== undefined && baseline.version === undefined

/**
 * Applies a draft to the current baseline. Fields that were not edited follow the record; those of a deleted record keep their last values.
 */
export function viewDraft<V extends object>(draft: Draft<V>, baseline: Baseline<V>): DraftView<V> {
  const isRecordDeleted = isDeleted(draft, baseline)
  const shown = isRecordDeleted ? draft.base : baseline
  const typed = (Object.keys(draft.fields) as (keyof V & string)[]).flatMap((field) => {
    const known = draft.fields[field]
    return known ? [{ field, ...known }] : []
  })
  const values = { ...shown.values }
  for (const { field, value } of typed) values[field] = value
  const changed = typed.filter(({ field, value }) => !isSame(value, shown.values[field]))
  const conflicting = isRecordDeleted
    ? []
    : changed.filter(({ field, original }) => !isSame(original, baseline.values[field]))
  const [first] = conflicting
  return {
    values,
    changes: isRecordDeleted
      ? values
      : (Object.fromEntries(changed.map(({ field, value }) => [field, value])) as Partial<V>),
    isDirty: isRecordDeleted ? typed.length > 0 : changed.length > 0,
    isDeleted: isRecordDeleted,
    version: first ? first.version : baseline.version,
    conflicts: conflicting.map(({ field, value }) => ({ field, mine: value, theirs: baseline.values[field] })),
  }
}
