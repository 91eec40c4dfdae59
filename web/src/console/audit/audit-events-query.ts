import { auditEvents } from '@lintel/contract/settings/audit-events'
import { pagesOf } from '../../api/use-pages'
import { auditFilter } from './audit-filter'
import type { AuditSearch } from './audit-search'

/** Page size of the event list. */
export const auditPage = { size: 50 }

/** List request for a search: newest events first. */
export const auditListRequest = (search: AuditSearch) => ({ filter: auditFilter(search), sort: ['-occurredAt'] })

/** Query for the pages of a search; the route preloads the first one. Fails like {@link pagesOf}. */
export const auditEventsQuery = (search: AuditSearch) => pagesOf(auditEvents, auditListRequest(search), auditPage)
