import { administers, isCustomerAdministrator, isNoGuest } from '@lintel/contract/people/permissions'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { serve } from '../../platform/serve'
import { find, list } from './audit-events.store'

/** Read by a customer's administrators and by staff, written by nobody (security J3). */
export const auditEventRoutes = serve(auditEvents, {
  find,
  list: {
    may: (actor, { customer }) =>
      isNoGuest(actor) &&
      (customer === undefined ? actor.isStaff || isCustomerAdministrator(actor) : administers(actor, customer)),
    run: ({ db, actor }, query) => list(db, actor, query),
  },
  read: { may: (actor, { customer }) => isNoGuest(actor) && administers(actor, customer) },
})
