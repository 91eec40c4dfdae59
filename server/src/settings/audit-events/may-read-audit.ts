import { type Actor, administers, administersAny } from '@lintel/contract/people/permissions'

/**
 * May the actor read the audit log: of a customer its administrators and staff; without a customer anyone who
 * administers one, restricted to those (security J3).
 */
export const mayReadAudit = (actor: Actor, { customer }: { customer?: string | undefined }): boolean =>
  customer === undefined ? administersAny(actor) : administers(actor, customer)
