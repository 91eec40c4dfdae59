import { type ChangeSetRow, changeSets, listChangeSetRows } from '@lintel/contract/people/change-sets'
import { type AuditEvent, auditEvents } from '@lintel/contract/settings/audit-events'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { callApi } from '../call-api'
import { readPage } from '../read-page'
import { isSame } from './draft'

/** A change of a record: by whom, and its state before and after. */
export type Change = Pick<AuditEvent, 'actor' | 'target' | 'before' | 'after'>

/** The request for the latest changes of a record. Its key names the version of the record, as each has other changes. */
export interface ChangesQuery<C extends Change> {
  queryKey: QueryKey
  queryFn(context: { signal: AbortSignal }): Promise<readonly C[]>
  /** False where the changes cannot be read. */
  enabled?: boolean
}

/** Maximum number of events that are examined. */
const maxEvents = 20

/**
 * The latest changes of a record or a person from the audit log. `filters` select the events: of a subject (a person's email, an
 * organization's or a project's id), including bulk changes, or of one target. `stamp` changes whenever the record was read with other
 * content.
 */
export const recentChanges = (
  filters: readonly Readonly<Record<string, string>>[],
  stamp: string,
): ChangesQuery<Change> => ({
  queryKey: [auditEvents.type, 'changes', filters, stamp],
  async queryFn({ signal }) {
    const read = filters.map(async (filter) => {
      const request = { filter: { ...filter, result: 'success' }, sort: ['-occurredAt'], page: { size: maxEvents } }
      const { records } = await readPage(auditEvents, request, signal)
      return records.map((event) => ({ event, subject: filter.subject }))
    })
    const events = (await Promise.all(read)).flat()
    const latest = events.toSorted((one, other) => (one.event.occurredAt < other.event.occurredAt ? 1 : -1))
    return (await Promise.all(latest.map(({ event, subject }) => changesOf(event, subject, signal)))).flat()
  },
})

/** The changes of such a request, sent only when needed; empty where the log is not readable. */
export function useChanges<C extends Change>(query: ChangesQuery<C>, isEnabled: boolean): readonly C[] {
  const { enabled = true } = query
  const { data } = useQuery({ ...query, enabled: enabled && isEnabled, staleTime: Number.POSITIVE_INFINITY })
  return data ?? []
}

/** The {@link recentChanges}, requested only when needed. */
export const useRecentChanges = (
  filters: readonly Readonly<Record<string, string>>[],
  stamp: string,
  isEnabled: boolean,
): readonly Change[] => useChanges(recentChanges(filters, stamp), isEnabled)

/** An event itself, or for a bulk change its rows about the subject. */
async function changesOf(event: AuditEvent, subject: string | undefined, signal: AbortSignal): Promise<Change[]> {
  if (event.targetType !== changeSets.type || !event.target || subject === undefined) return [event]
  const { data } = await callApi(listChangeSetRows, {
    parameters: { id: event.target },
    query: { 'filter[outcome]': 'change', [subject.includes('@') ? 'filter[user]' : 'filter[record]']: subject },
    signal,
  })
  return rowChanges(
    event,
    data.map(({ attributes }) => attributes),
  )
}

/** The changes of a bulk change, or of its undo, which restores the previous values. */
export const rowChanges = (
  { actor, action }: Pick<AuditEvent, 'actor' | 'action'>,
  rows: readonly Pick<ChangeSetRow, 'object' | 'member' | 'before' | 'after' | 'remains'>[],
): Change[] => {
  const isUndone = action === 'change-sets.undo'
  return rows
    .filter(({ remains }) => !(isUndone && remains))
    .map(({ object, member, before, after }) => ({
      actor,
      target: member?.id ?? object.id ?? null,
      before: isUndone ? after : before,
      after: isUndone ? before : after,
    }))
}

/**
 * Who set a field of the record `id` to its value, by email; undefined if the changes do not tell. `valuesOf` reads the form values from
 * the state in an event.
 */
export function whoChanged<V extends object>(
  changes: readonly Change[],
  { id, field, value, valuesOf }: { id: string; field: keyof V; value: unknown; valuesOf(fields: object): V },
): string | undefined {
  const change = changes.find(({ target, before, after }) => {
    if (target !== id) return false
    const [was, is] = [valuesOf(fieldsOf(before))[field], valuesOf(fieldsOf(after))[field]]
    return isSame(is, value) && !isSame(was, value)
  })
  return change?.actor ?? undefined
}

/** Who deleted the record `id`, by email; undefined if the changes do not tell. */
export const whoDeleted = (changes: readonly Change[], id: string): string | undefined =>
  changes.find(({ target, before, after }) => target === id && after === null && before !== null)?.actor ?? undefined

/** The fields of a state in the audit log; none where it has no state. */
export const fieldsOf = (state: unknown): Readonly<Record<string, unknown>> =>
  typeof state === 'object' && state !== null ? { ...state } : {}
