import { startOfDay } from '../../api/form/last-day'
import type { AuditSearch } from './audit-search'

/**
 * Filter of the list and of the exports. Days begin and end in the reader's time zone. Everyday events (opening, signing in) are left out
 * unless requested, by `everyday` or by their action name.
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
    from: from && startOfDay(from),
    until: until && startOfDay(until, 1),
  }
  return Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** Shows all events, everyday ones as well. */
export const allEvents = {
  ...{ who: undefined, what: undefined, about: undefined, result: undefined },
  ...{ from: undefined, until: undefined, everyday: true },
} satisfies AuditSearch
