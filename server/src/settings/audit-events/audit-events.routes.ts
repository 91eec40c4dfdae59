import { administers, isFullUser } from '@lintel/contract/people/permissions'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { serve } from '../../platform/serve'
import { find, list } from './audit-events.store'
import { mayReadAudit } from './may-read-audit'

/** Read-only. */
export const auditEventRoutes = serve(auditEvents, {
  find,
  list: { may: mayReadAudit, run: ({ db, actor }, query) => list(db, actor, query) },
  read: { may: (actor, { customer }) => isFullUser(actor) && administers(actor, customer) },
})
