import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import type { ChangeTemplateEntries } from '@lintel/contract/projects/template-changes'
import {
  entryKey,
  mostEntries,
  type TemplateEntry,
  type TemplateEntryIdentity,
} from '@lintel/contract/projects/template-content'
import { uuidv7 } from 'uuidv7'

/** An entry as it is stored. */
export interface StoredEntry extends TemplateEntry {
  id: string
}

/** What a plan about the entries of a template has to know, of the entries that it names alone. */
export interface EntriesNow {
  /** How many the template has. */
  count: number
  /** Those that the plan names, and those that have a name which it gives. */
  entries: readonly StoredEntry[]
  /** Those of the projects it names that are libraries of the customer. */
  libraries: ReadonlySet<string>
}

/** A row of the plan. `entry` is the id of the entry that is added, removed or renamed. */
export interface EntryRow {
  number: number
  outcome: 'change' | 'same' | 'conflict'
  before: TemplateEntry | null
  after: TemplateEntry | null
  conflict: RowConflict | null
  entry: string | null
}

interface PlannedEntries {
  rows: EntryRow[]
  count: number
}

/** How many more entries the template has room for when the rows are done; below zero they are too many. */
export const roomAfter = ({ rows, count }: PlannedEntries): number => {
  const changes = rows.filter(({ outcome }) => outcome === 'change')
  const added = changes.filter(({ before }) => before === null).length
  const removed = changes.filter(({ after }) => after === null).length
  return added === 0 ? 0 : mostEntries - (count + added - removed)
}

/** What becomes of each entry: removed ones first, then renamed ones, then added ones. */
export function entryRows({ remove, rename, add }: ChangeTemplateEntries, now: EntriesNow): PlannedEntries {
  const state = stateOf(now)
  const gone = remove.map((entry) => removed(state, entry))
  // What another row gives up is not free before all rows are done: they are done at once.
  const taken = new Set(state.byIdentity.keys())
  const renamings = rename.map((wanted) => renamed(state, wanted, taken))
  const rows = [...gone, ...renamings, ...add.map((entry) => added(state, entry, now.libraries))]
  return { rows: rows.map((row, at) => ({ number: at + 1, ...row })), count: now.count }
}

type Row = Omit<EntryRow, 'number'>

/** The entries as they are when the rows so far are done. */
interface State {
  byIdentity: Map<string, StoredEntry>
  /** Which entry has a new name, by {@link nameOf}. */
  byName: Map<string, string>
  /** Ids of those that were renamed. */
  isRenamed: Set<string>
}

const stateOf = ({ entries }: EntriesNow): State => ({
  byIdentity: new Map(entries.map((entry) => [entryKey(entry), entry])),
  byName: new Map(entries.filter(hasNewName).map((entry) => [nameOf(entry), entry.id])),
  isRenamed: new Set(),
})

const hasNewName = ({ renameTo }: TemplateEntry): boolean => renameTo !== null

/** What an entry calls what it brings, beside others of its kind. */
const nameOf = ({ key, renameTo }: TemplateEntry): string => `${key} ${renameTo?.toLowerCase()}`

function put({ byIdentity, byName }: State, entry: StoredEntry): void {
  byIdentity.set(entryKey(entry), entry)
  if (hasNewName(entry)) byName.set(nameOf(entry), entry.id)
}

function take({ byIdentity, byName }: State, entry: StoredEntry): void {
  byIdentity.delete(entryKey(entry))
  if (byName.get(nameOf(entry)) === entry.id) byName.delete(nameOf(entry))
}

const shown = ({ id: _id, ...entry }: StoredEntry): TemplateEntry => entry

const named = (wanted: TemplateEntryIdentity): TemplateEntry => ({ isEverything: false, ...wanted })

const refused = (conflict: RowConflict, before: TemplateEntry | null, after: TemplateEntry): Row => ({
  ...{ outcome: 'conflict', before, after, conflict, entry: null },
})

function removed(state: State, wanted: TemplateEntryIdentity): Row {
  const found = state.byIdentity.get(entryKey(wanted))
  if (!found) return { outcome: 'same', before: named(wanted), after: null, conflict: null, entry: null }
  take(state, found)
  return { outcome: 'change', before: shown(found), after: null, conflict: null, entry: found.id }
}

function renamed(
  state: State,
  { entry, renameTo }: ChangeTemplateEntries['rename'][number],
  taken: ReadonlySet<string>,
): Row {
  const found = state.byIdentity.get(entryKey(entry))
  if (!found) return refused('notInTemplate', null, named({ ...entry, renameTo }))
  const before = shown(found)
  const after = { ...before, renameTo }
  if (renameTo === '') return refused('noName', before, after)
  if (renameTo === before.renameTo) return { outcome: 'same', before, after, conflict: null, entry: found.id }
  if (state.isRenamed.has(found.id)) return refused('duplicate', before, after)
  const holder = hasNewName(after) ? state.byName.get(nameOf(after)) : undefined
  if (taken.has(entryKey(after)) || state.byIdentity.has(entryKey(after)) || (holder && holder !== found.id)) {
    return refused('nameTaken', before, after)
  }
  take(state, found)
  put(state, { ...after, id: found.id })
  state.isRenamed.add(found.id)
  return { outcome: 'change', before, after, conflict: null, entry: found.id }
}

function added(state: State, wanted: TemplateEntry, libraries: ReadonlySet<string>): Row {
  if (wanted.renameTo === '') return refused('noName', null, wanted)
  const found = state.byIdentity.get(entryKey(wanted))
  if (found) return { outcome: 'same', before: shown(found), after: shown(found), conflict: null, entry: found.id }
  const sourceProjectId = wanted.sourceProjectId.toLowerCase()
  if (!libraries.has(sourceProjectId)) return refused('unknownLibrary', null, wanted)
  const entry = { ...wanted, sourceProjectId, id: uuidv7() }
  put(state, entry)
  return { outcome: 'change', before: null, after: shown(entry), conflict: null, entry: entry.id }
}
