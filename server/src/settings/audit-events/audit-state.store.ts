import type { Person } from '@lintel/contract/people/permissions'
import type { AuditState } from '@lintel/contract/settings/audit-log'
import { platformTenant } from '@lintel/contract/settings/events'
import { sql } from 'kysely'
import { administeredCustomers } from '../../customers/customers/customer-rights.store'
import type { Database } from '../../platform/database'
import { isUuid } from '../../platform/rows'

/** Maximum number of broken chains to list. */
const maxBroken = 50

/**
 * The verification state of the chains visible to the actor. A chain that was never checked counts as verified up to
 * its first event.
 */
export async function auditStateOf(db: Database, actor: Person, customer: string | undefined): Promise<AuditState> {
  // A chain of which everything was removed is known by its check alone.
  const everyChain = db
    .selectFrom('audit_chain')
    .select('tenant_id')
    .union(db.selectFrom('audit_check').select('tenant_id'))
  let chains = db
    .selectFrom(everyChain.as('chain'))
    .leftJoin('audit_check as checked', 'checked.tenant_id', 'chain.tenant_id')
    .where((where) => administeredCustomers(where, actor, 'chain.tenant_id'))
  if (customer !== undefined) chains = chains.where('chain.tenant_id', '=', isUuid(customer) ? customer : null)
  const result = await chains
    .select(({ fn }) => [
      fn.countAll<number>().as('chains'),
      sql<string | null>`min(coalesce(checked.checked_at, (
        select first.occurred_at from audit_event as first where first.tenant_id = chain.tenant_id
        order by first.sequence limit 1)))`.as('verifiedUntil'),
    ])
    .executeTakeFirstOrThrow()
  const broken = await chains
    .leftJoin('customer', 'customer.id', 'chain.tenant_id')
    .where('checked.broken_sequence', 'is not', null)
    .select([
      sql<string | null>`nullif(chain.tenant_id, ${platformTenant})`.as('customer'),
      'customer.name as customerName',
      sql<number>`checked.broken_sequence`.as('sequence'),
      sql<string>`checked.broken_reason`.as('reason'),
    ])
    .orderBy('customer.name')
    .orderBy('chain.tenant_id')
    .limit(maxBroken)
    .execute()
  return { chains: Number(result.chains), verifiedUntil: result.verifiedUntil, broken }
}
