import { beginningOf } from '../../api/form/last-day'
import type { AuditSearch } from './audit-search'

/**
 * The filter of the list and of the exports: days begin and end where the reader is. What people do all day is left out
 * until it is asked for, by itself or by its name.
 */
export function auditFilter(search: AuditSearch): Record<string, string> {
  const { customer, who, what, about, everyday, result, from, until } = search
  const filter = {
    customer,
    actor: who,
    action: what,
    subject: about,
    everyday: what || everyday ? undefined : 'false',
    result,
    from: from && beginningOf(from),
    until: until && beginningOf(until, 1),
  }
  return Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
