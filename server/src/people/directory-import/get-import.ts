import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Context } from '../../platform/context'
import { loadChangeSet } from '../change-sets/engine/load-change-set'

/** The import, if the actor may see it. Throws 404 for other kinds. */
export async function getImport(context: Context<Person>, id: string): Promise<ChangeSet> {
  const set = await loadChangeSet(context, id)
  if (set.kind !== 'ad-import') throw new Problem('notFound')
  return set
}
