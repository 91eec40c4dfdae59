import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import type { ChangeTemplateEntries } from '@lintel/contract/projects/template-changes'
import {
  entryKey,
  maxTemplateEntries,
  type TemplateEntry,
  type TemplateEntryIdentity,
} from '@lintel/contract/projects/template-content'
import { uuidv7 } from 'uuidv7'
import { newName } from '../template-application/chosen-entries'

/** A stored entry. */
export interface StoredEntry extends TemplateEntry {
  id: string
}

/** The current template, limited to the entries that the plan needs. */
export interface CurrentEntries {
  /** Number of entries of the template. */
  count: number
  /** The entries that the input refers to, and those that have one of the requested names. */
  entries: readonly StoredEntry[]
  /** The requested projects that are libraries of the customer. */
  libraries: ReadonlySet<string>
}

/** A row of the plan; `entry` is the id of the added, removed or renamed entry. */
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

/** Number of entries that may still be added after the rows are applied; negative if they are too many. */
export const remainingCapacity = ({ rows, count }: PlannedEntries): number => {
  const changes = rows.filter(({ outcome }) => outcome === 'change')
  const added = changes.filter(({ before }) => before === null).length
  const removed = changes.filter(({ after }) => after === null).length
  return added === 0 ? 0 : maxTemplateEntries - (count + added - removed)
}

/** Plans the change of each entry: removals first, then renames, then additions. */
export function planEntryRows({ remove, rename, add }: ChangeTemplateEntries, now: CurrentEntries): PlannedEntries {
  const state = stateOf(now)
  const removals = remove.map((entry) => planRemoval(state, entry))
  // Identities freed by other rows are still taken, because all rows are applied at once.
  const takenIdentities = new Set(state.byIdentity.keys())
  const renames = rename.map((requested) => planRename(state, requested, takenIdentities))
  const rows = [...removals, ...renames, ...add.map((entry) => planAddition(state, entry, now.libraries))]
  return { rows: rows.map((row, at) => ({ number: at + 1, ...row })), count: now.count }
}

type Row = Omit<EntryRow, 'number'>

/** The entries after the rows planned so far. */
interface State {
  byIdentity: Map<string, StoredEntry>
  /** Entry ids by new name, see {@link nameOf}. */
  byName: Map<string, string>
  /** Ids of renamed entries. */
  isRenamed: Set<string>
}

const stateOf = ({ entries }: CurrentEntries): State => ({
  byIdentity: new Map(entries.map((entry) => [entryKey(entry), entry])),
  byName: new Map(entries.filter(hasNewName).map((entry) => [nameOf(entry), entry.id])),
  isRenamed: new Set(),
})

const hasNewName = ({ renameTo }: TemplateEntry): boolean => renameTo !== null

/** Whether the entry has a new name that would be empty in a project. */
export const isNameless = (entry: TemplateEntry): boolean => hasNewName(entry) && newName(entry) === null

/** Key of an entry's new name within its kind. */
const nameOf = ({ key, renameTo }: TemplateEntry): string => `${key} ${renameTo?.toLowerCase()}`

function addEntry({ byIdentity, byName }: State, entry: StoredEntry): void {
  byIdentity.set(entryKey(entry), entry)
  if (hasNewName(entry)) byName.set(nameOf(entry), entry.id)
}

function removeEntry({ byIdentity, byName }: State, entry: StoredEntry): void {
  byIdentity.delete(entryKey(entry))
  if (byName.get(nameOf(entry)) === entry.id) byName.delete(nameOf(entry))
}

const withoutId = ({ id: _id, ...entry }: StoredEntry): TemplateEntry => entry

const toEntry = (requested: TemplateEntryIdentity): TemplateEntry => ({ isEverything: false, ...requested })

const conflictRow = (conflict: RowConflict, before: TemplateEntry | null, after: TemplateEntry): Row => ({
  ...{ outcome: 'conflict', before, after, conflict, entry: null },
})

function planRemoval(state: State, requested: TemplateEntryIdentity): Row {
  const existing = state.byIdentity.get(entryKey(requested))
  if (!existing) return { outcome: 'same', before: toEntry(requested), after: null, conflict: null, entry: null }
  removeEntry(state, existing)
  return { outcome: 'change', before: withoutId(existing), after: null, conflict: null, entry: existing.id }
}

function planRename(
  state: State,
  { entry, renameTo }: ChangeTemplateEntries['rename'][number],
  takenIdentities: ReadonlySet<string>,
): Row {
  const existing = state.byIdentity.get(entryKey(entry))
  if (!existing) return conflictRow('notInTemplate', null, toEntry({ ...entry, renameTo }))
  const before = withoutId(existing)
  const after = { ...before, renameTo }
  if (isNameless(after)) return conflictRow('noName', before, after)
  if (renameTo === before.renameTo) return { outcome: 'same', before, after, conflict: null, entry: existing.id }
  if (state.isRenamed.has(existing.id)) return conflictRow('duplicate', before, after)
  const nameOwner = hasNewName(after) ? state.byName.get(nameOf(after)) : undefined
  if (
    takenIdentities.has(entryKey(after)) ||
    state.byIdentity.has(entryKey(after)) ||
    (nameOwner && nameOwner !== existing.id)
  ) {
    return conflictRow('nameTaken', before, after)
  }
  removeEntry(state, existing)
  addEntry(state, { ...after, id: existing.id })
  state.isRenamed.add(existing.id)
  return { outcome: 'change', before, after, conflict: null, entry: existing.id }
}

function planAddition(state: State, requested: TemplateEntry, libraries: ReadonlySet<string>): Row {
  if (isNameless(requested)) return conflictRow('noName', null, requested)
  const existing = state.byIdentity.get(entryKey(requested))
  if (existing)
    return {
      outcome: 'same',
      before: withoutId(existing),
      after: withoutId(existing),
      conflict: null,
      entry: existing.id,
    }
  const sourceProjectId = requested.sourceProjectId.toLowerCase()
  if (!libraries.has(sourceProjectId)) return conflictRow('unknownLibrary', null, requested)
  const entry = { ...requested, sourceProjectId, id: uuidv7() }
  addEntry(state, entry)
  return { outcome: 'change', before: null, after: withoutId(entry), conflict: null, entry: entry.id }
}
