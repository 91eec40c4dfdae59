import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Database, Transaction } from '../../platform/database'
import { offered } from './providers.store'

/**
 * Fails with 422 `unknownReference` when one of these login methods does not exist, or is not the actor's to offer. They stay until the
 * transaction ends that names them.
 */
export async function mustBeLoginMethods(
  db: Database | Transaction,
  actor: Person,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const found = await offered(db, actor)
    .select('provider.id')
    .where('provider.id', 'in', ids)
    .forKeyShare('provider')
    .execute()
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown === undefined) return
  throw new Problem('unknownReference', {
    pointer: '/data/relationships/providers',
    detail: `There is no login method ${JSON.stringify(unknown)}`,
  })
}
