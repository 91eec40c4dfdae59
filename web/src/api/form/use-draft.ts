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

interface LoadState<V extends object> {
  /** The record that was selected for editing, which may be deleted by now. */
  opened?: Baseline<V>
  /** False until the record is loaded; it cannot be edited before. */
  isLoaded?: boolean
}

/** The draft of a record's form. The baseline may change at any time: fields that were not edited follow it (see {@link viewDraft}). */
export function useDraft<V extends object>(
  baseline: Baseline<V>,
  { opened = baseline, isLoaded = true }: LoadState<V> = {},
): FormDraft<V> {
  const [draft, setDraft] = useState<Draft<V>>()
  // The form starts from the first loaded state, so that a record deleted later is known to have existed.
  if (!draft && isLoaded) setDraft(openDraft(opened))
  return toFormDraft(draft ?? openDraft(opened), baseline, (change) =>
    setDraft((now) => change(now ?? openDraft(opened))),
  )
}

/** The draft of a form for something new, which starts from the first of these values. */
export function useNewDraft<V extends object>(values: V): FormDraft<V> {
  const [baseline] = useState<Baseline<V>>({ version: undefined, values })
  return useDraft(baseline)
}

/** Like {@link useDraft} for several records, with their baselines by key. */
export function useDrafts<V extends object>(baselineOf: (key: string) => Baseline<V>): FormDrafts<V> {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft<V>>>(new Map())
  const of = (key: string) =>
    toFormDraft(drafts.get(key) ?? openDraft(baselineOf(key)), baselineOf(key), (change) =>
      setDrafts((known) => new Map([...known, [key, change(known.get(key) ?? openDraft(baselineOf(key)))]])),
    )
  const touched = [...drafts.keys()].map((key) => ({ key, ...of(key) })).filter(({ isDirty }) => isDirty)
  return {
    of,
    touched,
    isDirty: touched.length > 0,
    isEditedSince: (sent) => [...drafts.keys()].some((key) => of(key).isEditedSince(sent.of(key))),
    continueFrom(sent) {
      for (const key of drafts.keys()) of(key).continueFrom(sent.of(key))
    },
  }
}

const toFormDraft = <V extends object>(
  draft: Draft<V>,
  baseline: Baseline<V>,
  update: (change: (draft: Draft<V>) => Draft<V>) => void,
): FormDraft<V> => ({
  ...viewDraft(draft, baseline),
  on: (newer) => viewDraft(draft, newer),
  set: (field, value) => update((now) => editField(now, baseline, field, value)),
  keepMine: (field) => update((now) => keepMine(now, baseline, field)),
  takeTheirs: (field) => update((now) => takeTheirs(now, field)),
  restart: (newer, sent) => update((now) => (sent ? restartDraft(now, newer, sent) : openDraft(newer))),
  isEditedSince: (sent) => fieldsEditedSince(viewDraft(draft, baseline), sent).length > 0,
  continueFrom: (sent) => update(() => draftSince(viewDraft(draft, baseline), sent)),
})
