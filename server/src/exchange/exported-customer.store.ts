import { Problem } from '@lintel/contract/problems'
import type { Database, Transaction } from '../platform/database'
import { isUuid } from '../platform/rows'

/**
 * Throws if there is no such customer, which staff may have named, since they read any: `unknownReference` with the
 * `pointer` of a body, else `notFound`.
 */
export async function assertCustomerExists(
  db: Database | Transaction,
  customer: string,
  pointer?: string,
): Promise<void> {
  const found =
    isUuid(customer) && (await db.selectFrom('customer').select('id').where('id', '=', customer).executeTakeFirst())
  if (!found) throw pointer === undefined ? new Problem('notFound') : new Problem('unknownReference', { pointer })
}
