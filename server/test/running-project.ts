import type { Database } from '../src/platform/database'

/** The id of a running project of the demo world: the first one of the customer with this name. */
export async function runningProjectOf(db: Database, customer: string): Promise<string> {
  const { id } = await db
    .selectFrom('project')
    .innerJoin('customer', 'customer.id', 'project.customer_id')
    .select('project.id')
    .where('customer.name', '=', customer)
    .where('project.is_inactive', '=', false)
    .where('project.is_hibernated', '=', false)
    .where('project.status', '=', 'Running')
    .orderBy('project.id')
    .executeTakeFirstOrThrow()
  return id
}
