import { organizations } from '@lintel/contract/people/organizations'
import type { ChangeKind } from '../change-sets/engine/change-kind'
import { mergeBase, planMerge } from './merge-organizations'
import { countMembers, findOrganizations } from './merge-organizations.store'
import { insertOrganizationRows, valuesBy } from './organization-rows.store'

/** Deletes an organization; its people then have none. */
export const deleteOrganizationKind: ChangeKind<'delete-organization'> = {
  ...mergeBase,
  kind: 'delete-organization',
  async read({ organization: id, expectedVersion }, { db, customer }) {
    const [found] = await findOrganizations(db, customer, [id])
    if (!found || (expectedVersion !== undefined && expectedVersion !== found.version)) {
      const object = { type: organizations.type, id, name: found?.name }
      const before = found ? valuesBy((field) => found[field]) : null
      const refused = {
        number: 1,
        outcome: 'conflict',
        conflict: 'changedMeanwhile',
        after: null,
        version: null,
      } as const
      return {
        total: 1,
        plan: async (transaction, set) =>
          void (await insertOrganizationRows(transaction, set.id, [{ ...refused, object, before }])),
      }
    }
    return {
      total: (await countMembers(db, customer, [id])) + 1,
      isSinglePart: true,
      plan: (transaction, set) => planMerge(transaction, set, { into: null, from: [found], filled: {} }),
    }
  },
}
