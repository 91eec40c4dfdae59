import { useState } from 'react'
import {
  type Baseline,
  type Draft,
  type DraftView,
  draftSince,
  editField,
  fieldsEditedSince,
  keepMine,
  openDraft,
  restartDraft,
  takeTheirs,
  viewDraft,
} from './draft'

/** What is edited in a form, as a save of it needs to know: `sent` is the same as it was when the save was sent. */
export interface EditedDraft {
  isEditedSince(sent: EditedDraft): boolean
  /** Restarts from what was sent, as it is stored by now; what was edited since is kept. */
  continueFrom(sent: EditedDraft): void
}

/** The draft of a form: its view and its operations. */
export interface FormDraft<V extends object> extends DraftView<V>, EditedDraft {
  /** The same draft applied to a newer baseline. */
  on(baseline: Baseline<V>): DraftView<V>
  set<F extends keyof V>(field: F, value: V[F]): void
  /** Resolves the conflict of a field. */
  keepMine(field: keyof V): void
  takeTheirs(field: keyof V): void
  /** Restarts from the stored state; with `sent`, edits made since the save are kept. */
  restart(baseline: Baseline<V>, sent?: Partial<V>): void
  isEditedSince(sent: FormDraft<V>): boolean
  continueFrom(sent: FormDraft<V>): void
}

/** Drafts of several records in one form, by key. */
export interface FormDrafts<V extends object> extends EditedDraft {
  of(key: string): FormDraft<V>
  /** The edited drafts, in the order of their first edits. */
  touched: readonly (FormDraft<V> & { key: string })[]
  isDirty: boolean
  isEditedSince(sent: FormDrafts<V>): boolean
  continueFrom(sent: FormDrafts<V>): void
}

interface StorageRule<V extends object> {
  /** What a save of these values has stored, where that is something else: a removed record, for instance. */
  storedBy?(sent: DraftView<V>): Baseline<V>
}

interface DraftOptions<V extends object> extends StorageRule<V> {
  /** The record that was selected for editing, which may be deleted by now. */
  opened?: Baseline<V>
  /** False until the record is loaded; it cannot be edited before. */
  isLoaded?: boolean
}

/** The draft of a record's form. The baseline may change at any time: fields that were not edited follow it (see {@link viewDraft}). */
export function useDraft<V extends object>(
  baseline: Baseline<V>,
  { opened = baseline, isLoaded = true, storedBy }: DraftOptions<V> = {},
): FormDraft<V> {
  const [draft, setDraft] = useState<Draft<V>>()
  // The form starts from the first loaded state, so that a record deleted later is known to have existed.
  if (!draft && isLoaded) setDraft(openDraft(opened))
  const update: DraftUpdate<V> = (change) => setDraft((now) => change(now ?? openDraft(opened)))
  return toFormDraft(draft ?? openDraft(opened), { baseline, storedBy, update })
}

/** The draft of a form for something new, which starts from the first of these values. */
export function useNewDraft<V extends object>(values: V): FormDraft<V> {
  const [baseline] = useState<Baseline<V>>({ version: undefined, values })
  return useDraft(baseline)
}

/** Like {@link useDraft} for several records, with their baselines by key. */
export function useDrafts<V extends object>(
  baselineOf: (key: string) => Baseline<V>,
  { storedBy }: StorageRule<V> = {},
): FormDrafts<V> {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft<V>>>(new Map())
  function of(key: string) {
    const baseline = baselineOf(key)
    const update: DraftUpdate<V> = (change) =>
      setDrafts((known) => new Map([...known, [key, change(known.get(key) ?? openDraft(baseline))]]))
    return toFormDraft(drafts.get(key) ?? openDraft(baseline), { baseline, storedBy, update })
  }
  const touched = [...drafts.keys()].map((key) => ({ key, ...of(key) })).filter(({ isDirty }) => isDirty)
  return {
    of,
    touched,
    isDirty: touched.length > 0,
    isEditedSince(sent) {
      const isSent = new Set(sent.touched.map(({ key }) => key))
      return (
        sent.touched.some((before) => of(before.key).isEditedSince(before)) ||
        touched.some(({ key }) => !isSent.has(key))
      )
    },
    // What the save did not contain stays as it is.
    continueFrom(sent) {
      for (const before of sent.touched) of(before.key).continueFrom(before)
    },
  }
}

type DraftUpdate<V extends object> = (change: (draft: Draft<V>) => Draft<V>) => void

interface DraftOperations<V extends object> {
  baseline: Baseline<V>
  storedBy: StorageRule<V>['storedBy'] | undefined
  update: DraftUpdate<V>
}

const toFormDraft = <V extends object>(
  draft: Draft<V>,
  { baseline, storedBy, update }: DraftOperations<V>,
): FormDraft<V> => ({
  ...viewDraft(draft, baseline),
  on: (newer) => viewDraft(draft, newer),
  set: (field, value) => update((now) => editField(now, baseline, field, value)),
  keepMine: (field) => update((now) => keepMine(now, baseline, field)),
  takeTheirs: (field) => update((now) => takeTheirs(now, field)),
  restart: (newer, sent) => update((now) => (sent ? restartDraft(now, newer, sent) : openDraft(newer))),
  isEditedSince: (sent) => fieldsEditedSince(viewDraft(draft, baseline), sent).length > 0,
  continueFrom: (sent) => update(() => draftSince(viewDraft(draft, baseline), sent, storedBy?.(sent))),
})
