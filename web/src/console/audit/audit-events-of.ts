import { auditEvents } from '@lintel/contract/settings/audit-events'
import { pagesOf } from '../../api/use-pages'
import { auditFilter } from './audit-filter'
import type { AuditSearch } from './audit-search'

/** Events of one page. */
const size = 50

/** What is asked of the audit log, the newest first. */
const askedBy = (search: AuditSearch) => ({ filter: auditFilter(search), sort: ['-occurredAt'] })

/** The list of the events that a search finds: its resource, what is asked, and how it is read. */
export const auditEventsOf = (search: AuditSearch) => [auditEvents, askedBy(search), { size }] as const

/** Its pages, as the route loads the first of them. */
export const auditPagesOf = (search: AuditSearch) => pagesOf(...auditEventsOf(search))
