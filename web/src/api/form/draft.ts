/** What was read of a record: its values as a form shows them, and its version; none for a record that is not there. */
export interface Ground<V extends object> {
  version: number | undefined
  values: V
}

/** A field that was typed into: its value, and what stood there, in which version, when the person saw it last. */
interface TypedField<T> {
  value: T
  seen: T
  version: number | undefined
}

/** What was typed into the form of a record, and the record as it was when somebody typed last. */
export interface Draft<V extends object> {
  readonly base: Ground<V>
  readonly fields: { readonly [F in keyof V]?: TypedField<V[F]> }
}

/** A field that somebody else changed after it was typed into here. */
export interface Conflict<V extends object> {
  field: keyof V & string
  mine: V[keyof V & string]
  theirs: V[keyof V & string]
}

/** A draft on the record as it is by now: what the form shows, and what a save would send. */
export interface DraftView<V extends object> {
  values: V
  /** The fields whose value is not the record's; of a record that is gone, all of them. */
  changes: Partial<V>
  /** There is typed work that would be lost. */
  isTyped: boolean
  /** The record was there, and somebody has deleted it. */
  isGone: boolean
  /** For `If-Match`: the record's version, or the one that was seen while somebody else's change is not decided upon. */
  version: number | undefined
  conflicts: readonly Conflict<V>[]
}

/** The draft of a form that has just been opened. */
export const openDraft = <V extends object>(ground: Ground<V>): Draft<V> => ({ base: ground, fields: {} })

/** The draft of a form that stays open after a save: what was typed since into fields that were sent, or into others, stays typed. */
export function restartDraft<V extends object>(draft: Draft<V>, ground: Ground<V>, sent: Partial<V>): Draft<V> {
  const fields: { [F in keyof V]?: TypedField<V[F]> } = {}
  for (const field of Object.keys(draft.fields) as (keyof V)[]) {
    const value = draft.fields[field]?.value
    if (value === undefined || (field in sent && isSame(value, sent[field]))) continue
    fields[field] = { value, seen: ground.values[field], version: ground.version }
  }
  return { base: ground, fields }
}

/** Values that mean the same: spaces around a text and the order of a list do not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim()
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each) => other.includes(each))
  return Object.is(one, other)
}

/** Types a value into a field. A field that says again what the record says is no longer typed into. */
export function typeInto<V extends object, F extends keyof V>(
  draft: Draft<V>,
  ground: Ground<V>,
  field: F,
  value: V[F],
): Draft<V> {
  const base = isGone(draft, ground) ? draft.base : ground
  const { [field]: known, ...others } = draft.fields
  const isUndone = Array.isArray(value) ? isSame(value, base.values[field]) : Object.is(value, base.values[field])
  if (isUndone) return { base, fields: others as Draft<V>['fields'] }
  const typed = { value, seen: known?.seen ?? base.values[field], version: known ? known.version : base.version }
  return { base, fields: { ...draft.fields, [field]: typed } }
}

/** Decides for what was typed: the change by somebody else has been seen, and a save replaces it. */
export function keepMine<V extends object>(draft: Draft<V>, ground: Ground<V>, field: keyof V): Draft<V> {
  const typed = draft.fields[field]
  if (!typed) return draft
  const seen = { ...typed, seen: ground.values[field], version: ground.version }
  return { ...draft, fields: { ...draft.fields, [field]: seen } }
}

/** Decides for what somebody else has saved: the field follows the record again. */
export function takeTheirs<V extends object>(draft: Draft<V>, field: keyof V): Draft<V> {
  const { [field]: _, ...others } = draft.fields
  return { ...draft, fields: others as Draft<V>['fields'] }
}

const isGone = <V extends object>({ base }: Draft<V>, ground: Ground<V>) =>
  base.version !== undefined && ground.version === undefined

/**
 * Lays what was typed on the record as it is by now. Fields that were not typed into follow the record; of a record that is
 * gone they stay as they were.
 */
export function draftOn<V extends object>(draft: Draft<V>, ground: Ground<V>): DraftView<V> {
  const gone = isGone(draft, ground)
  const under = gone ? draft.base : ground
  const typed = (Object.keys(draft.fields) as (keyof V & string)[]).flatMap((field) => {
    const known = draft.fields[field]
    return known ? [{ field, ...known }] : []
  })
  const values = { ...under.values }
  for (const { field, value } of typed) values[field] = value
  const changed = typed.filter(({ field, value }) => !isSame(value, under.values[field]))
  const disputed = gone ? [] : changed.filter(({ field, seen }) => !isSame(seen, ground.values[field]))
  const [first] = disputed
  return {
    values,
    changes: gone ? values : (Object.fromEntries(changed.map(({ field, value }) => [field, value])) as Partial<V>),
    isTyped: gone ? typed.length > 0 : changed.length > 0,
    isGone: gone,
    version: first ? first.version : ground.version,
    conflicts: disputed.map(({ field, value }) => ({ field, mine: value, theirs: ground.values[field] })),
  }
}
