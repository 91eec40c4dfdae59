import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Database, Transaction } from '../../platform/database'
import { offered } from './providers.store'

/** Those of these login methods that exist and are the actor's to offer. They stay until the transaction ends. */
export async function knownLoginMethods(
  db: Database | Transaction,
  actor: Person,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const asked = [...new Set(ids)]
  const found = await offered(db, actor)
    .select('provider.id')
    .where('provider.id', 'in', asked)
    .forKeyShare('provider')
    .execute()
  return found.map(({ id }) => id)
}

/**
 * Fails with 422 `unknownReference` when one of these login methods does not exist, or is not the actor's to offer. They stay until the
 * transaction ends that names them.
 */
export async function mustBeLoginMethods(
  db: Database | Transaction,
  actor: Person,
  ids: readonly string[],
): Promise<void> {
  const known = await knownLoginMethods(db, actor, ids)
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown === undefined) return
  throw new Problem('unknownReference', {
    pointer: '/data/relationships/providers',
    detail: `There is no login method ${JSON.stringify(unknown)}`,
  })
}
