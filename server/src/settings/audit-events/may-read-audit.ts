import { type Actor, administers, isCustomerAdministrator, isNoGuest } from '@lintel/contract/people/permissions'

/** Of a customer, its administrators and staff; without one, whoever administers any, who reads those alone (security J3). */
export const mayReadAudit = (actor: Actor, { customer }: { customer?: string | undefined }): boolean =>
  isNoGuest(actor) &&
  (customer === undefined ? actor.isStaff || isCustomerAdministrator(actor) : administers(actor, customer))
