import { auditEvents } from '@lintel/contract/settings/audit-events'
import { pagesOf } from '../../api/use-pages'
import { auditFilter } from './audit-filter'
import type { AuditSearch } from './audit-search'

/** How the events are read: so many a page. */
export const auditPages = { size: 50 }

/** What is asked of the audit log by a search: the newest first. */
export const auditRequest = (search: AuditSearch) => ({ filter: auditFilter(search), sort: ['-occurredAt'] })

/** The pages that a search finds, as the route loads the first of them. Fails like {@link pagesOf}. */
export const auditPagesOf = (search: AuditSearch) => pagesOf(auditEvents, auditRequest(search), auditPages)
