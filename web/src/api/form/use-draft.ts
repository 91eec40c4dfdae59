import { useState } from 'react'
import {
  type Draft,
  type DraftView,
  draftOn,
  type Ground,
  keepMine,
  openDraft,
  restartDraft,
  takeTheirs,
  typeInto,
} from './draft'

/** A draft in a form: what it shows, and what can be done with it. */
export interface FormDraft<V extends object> extends DraftView<V> {
  /** The same draft on what has been read since. */
  on(ground: Ground<V>): DraftView<V>
  set<F extends keyof V>(field: F, value: V[F]): void
  /** Decides about a field that somebody else has changed as well. */
  keepMine(field: keyof V): void
  takeTheirs(field: keyof V): void
  /** Begins again from what is stored now; with what was `sent`, what was typed since stays. */
  restart(ground: Ground<V>, sent?: Partial<V>): void
}

/** Drafts of several records in one form, each by its key. */
export interface FormDrafts<V extends object> {
  of(key: string): FormDraft<V>
  /** Those that were typed into, in the order in which that began. */
  touched: readonly (FormDraft<V> & { key: string })[]
  isTyped: boolean
}

interface Reading<V extends object> {
  /** The record that was chosen to be edited, when it may be gone already. */
  opened?: Ground<V>
  /** False until the record was read: nothing can be typed before. */
  isRead?: boolean
}

/**
 * What is typed into the form of a record, on what was read of it. The ground may change at any time: fields that were not
 * typed into follow it (see {@link draftOn}).
 */
export function useDraft<V extends object>(
  ground: Ground<V>,
  { opened = ground, isRead = true }: Reading<V> = {},
): FormDraft<V> {
  const [draft, setDraft] = useState<Draft<V>>()
  // The first reading is what the form opens with: a record that is deleted later was there.
  if (!draft && isRead) setDraft(openDraft(opened))
  return drafted(draft ?? openDraft(opened), ground, (change) => setDraft((now) => change(now ?? openDraft(opened))))
}

/** The same for several records whose grounds are known by their keys. */
export function useDrafts<V extends object>(groundOf: (key: string) => Ground<V>): FormDrafts<V> {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft<V>>>(new Map())
  const of = (key: string) =>
    drafted(drafts.get(key) ?? openDraft(groundOf(key)), groundOf(key), (change) =>
      setDrafts((known) => new Map([...known, [key, change(known.get(key) ?? openDraft(groundOf(key)))]])),
    )
  const touched = [...drafts.keys()].map((key) => ({ key, ...of(key) })).filter(({ isTyped }) => isTyped)
  return { of, touched, isTyped: touched.length > 0 }
}

const drafted = <V extends object>(
  draft: Draft<V>,
  ground: Ground<V>,
  keep: (change: (draft: Draft<V>) => Draft<V>) => void,
): FormDraft<V> => ({
  ...draftOn(draft, ground),
  on: (later) => draftOn(draft, later),
  set: (field, value) => keep((now) => typeInto(now, ground, field, value)),
  keepMine: (field) => keep((now) => keepMine(now, ground, field)),
  takeTheirs: (field) => keep((now) => takeTheirs(now, field)),
  restart: (later, sent) => keep((now) => (sent ? restartDraft(now, later, sent) : openDraft(later))),
})
