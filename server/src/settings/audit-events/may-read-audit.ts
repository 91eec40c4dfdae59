import { type Actor, administers, administersAny } from '@lintel/contract/people/permissions'

/** Of a customer, its administrators and staff; without one, whoever administers any, who reads those alone (security J3). */
export const mayReadAudit = (actor: Actor, { customer }: { customer?: string | undefined }): boolean =>
  customer === undefined ? administersAny(actor) : administers(actor, customer)
