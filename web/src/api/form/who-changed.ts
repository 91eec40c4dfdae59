import { type AuditEvent, auditEvents } from '@lintel/contract/settings/audit-events'
import { useQuery } from '@tanstack/react-query'
import { pageOf } from '../resource'
import { isSame } from './draft'

type Change = Pick<AuditEvent, 'actor' | 'target' | 'before' | 'after'>

/** So many events of the record are looked at. */
const mostEvents = 20

/**
 * The latest changes of a record or a person, from the audit log, asked for only when there is something to tell of them; none
 * where it does not tell. `stamp` is another one whenever the record was read with another content.
 */
export function useRecentChanges(filter: Record<string, string>, stamp: string, isAsked: boolean): readonly Change[] {
  const { data } = useQuery({
    queryKey: [auditEvents.type, 'changes', filter, stamp],
    queryFn: ({ signal }) => {
      const request = { filter: { ...filter, result: 'success' }, sort: ['-occurredAt'], page: { size: mostEvents } }
      return pageOf(auditEvents, request, signal)
    },
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.records ?? []
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

const fieldsOf = (state: unknown): object => (typeof state === 'object' && state !== null ? state : {})
