import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Configuration } from '../../platform/configuration'
import { uuidOrNil } from '../../platform/rows'
import { belongsToCustomer } from './belongs-to-customer.store'

/** True where the customer's policy allows inviting this address. */
export const isDomainInvitable = (
  customer: string,
  email: RawBuilder<unknown>,
): RawBuilder<SqlBool> => sql<SqlBool>`not exists (
  select from customer as strict where strict.id = ${uuidOrNil(customer)} and strict.invite_domains <> '{}'
    and split_part(${email}, '@', 2) <> all(strict.invite_domains))`

/**
 * Why `findOrAddPeople` would refuse this address; null where it would not. The customer's policy applies to people who do not belong to the
 * customer, whether or not they have an account. Where nobody new can be added, an account anywhere suffices: the answer tells whether there is
 * one, as that of a single addition does.
 */
export const additionConflict = (
  { customer, configuration }: { customer: string; configuration: Pick<Configuration, 'canAddUsers'> },
  email: RawBuilder<unknown>,
): RawBuilder<RowConflict | null> => sql`case
  when not ${isDomainInvitable(customer, email)} and not exists (
    select from app_user as known where known.email = ${email} and known.deleted_at is null and ${belongsToCustomer('known', customer)})
    then 'domainNotInvited'
  when not ${configuration.canAddUsers}::boolean and not exists (
    select from app_user as account where account.email = ${email} and account.deleted_at is null) then 'noAccount'
end`
