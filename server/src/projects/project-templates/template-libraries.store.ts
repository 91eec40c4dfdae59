import type { Person } from '@lintel/contract/people/permissions'
import type { Database } from '../../platform/database'
import { anyOf } from '../../platform/rows'
import { isOpenTo } from '../projects/project-rights.store'

/**
 * Which of these projects are libraries that the person may put into a template: those of its customer, or any for a template of the
 * platform (null), that the login method of the session opens.
 */
export async function findLibraries(
  db: Database,
  actor: Person,
  customer: string | null,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  let libraries = db
    .selectFrom('project')
    .select('id')
    .where('id', '=', anyOf([...new Set(ids)]))
    .where('is_library', '=', true)
    .where('is_inactive', '=', false)
    .where(isOpenTo(actor))
  if (customer !== null) libraries = libraries.where('customer_id', '=', customer)
  return new Set((await libraries.execute()).map(({ id }) => id))
}
