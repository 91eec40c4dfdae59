import { type ChangeSetRow, changeSets, listChangeSetRows } from '@lintel/contract/people/change-sets'
import { type AuditEvent, auditEvents } from '@lintel/contract/settings/audit-events'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../ask'
import { pageOf } from '../pages'
import { isSame } from './draft'

type Change = Pick<AuditEvent, 'actor' | 'target' | 'before' | 'after'>

/** So many events of the record are looked at. */
const mostEvents = 20

/**
 * The latest changes of a record or a person, from the audit log, asked for only when there is something to tell of them; none
 * where it does not tell. `filters` choose the events: of a subject (a person's email, an organization's or a project's id) with the
 * bulk acts that changed it, or of one target. `stamp` is another one whenever the record was read with another content.
 */
export function useRecentChanges(
  filters: readonly Readonly<Record<string, string>>[],
  stamp: string,
  isAsked: boolean,
): readonly Change[] {
  const { data } = useQuery({
    queryKey: [auditEvents.type, 'changes', filters, stamp],
    queryFn: async ({ signal }) => {
      const read = filters.map(async (filter) => {
        const request = { filter: { ...filter, result: 'success' }, sort: ['-occurredAt'], page: { size: mostEvents } }
        const { records } = await pageOf(auditEvents, request, signal)
        return records.map((event) => ({ event, subject: filter.subject }))
      })
      const found = (await Promise.all(read)).flat()
      const latest = found.toSorted((one, other) => (one.event.occurredAt < other.event.occurredAt ? 1 : -1))
      return (await Promise.all(latest.map(({ event, subject }) => changesOf(event, subject, signal)))).flat()
    },
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}

/** An event, or, of a bulk act, what it changed of the subject, row by row. */
async function changesOf(event: AuditEvent, subject: string | undefined, signal: AbortSignal): Promise<Change[]> {
  if (event.targetType !== changeSets.type || !event.target || subject === undefined) return [event]
  const { data } = await ask(listChangeSetRows, {
    parameters: { id: event.target },
    query: { 'filter[outcome]': 'change', [subject.includes('@') ? 'filter[user]' : 'filter[record]']: subject },
    signal,
  })
  return rowChanges(
    event,
    data.map(({ attributes }) => attributes),
  )
}

/** The changes of a bulk act, or of its undoing, which leaves what was there before. */
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
 * Who gave a field of the record `id` its value, by email; undefined where the changes do not tell. `valuesOf` reads the values of
 * a form from the fields that an event kept.
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

/** Who deleted the record `id`, by email; undefined where the changes do not tell. */
export const whoDeleted = (changes: readonly Change[], id: string): string | undefined =>
  changes.find(({ target, before, after }) => target === id && after === null && before !== null)?.actor ?? undefined

const fieldsOf = (state: unknown): object => (typeof state === 'object' && state !== null ? state : {})
