import { type Actor, administers, isCustomerAdministrator, isNoGuest } from '@lintel/contract/people/permissions'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { serve } from '../../platform/serve'
import { find, list } from './audit-events.store'

/** Of a customer, its administrators and staff; without one, whoever administers any, who reads those alone (security J3). */
export const mayReadAudit = (actor: Actor, { customer }: { customer?: string | undefined }): boolean =>
  isNoGuest(actor) &&
  (customer === undefined ? actor.isStaff || isCustomerAdministrator(actor) : administers(actor, customer))

/** Written by nobody. */
export const auditEventRoutes = serve(auditEvents, {
  find,
  list: { may: mayReadAudit, run: ({ db, actor }, query) => list(db, actor, query) },
  read: { may: (actor, { customer }) => isNoGuest(actor) && administers(actor, customer) },
})
