import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { organizationFields, organizations } from '@lintel/contract/people/organizations'
import { Problem } from '@lintel/contract/problems'
import { type ChangeKind, Stale } from '../change-sets/engine/change-kind'
import { orStale } from '../change-sets/kinds/or-stale'
import {
  applyMergeRows,
  countMembers,
  findOrganizations,
  findTouchedByMerge,
  insertMergeRows,
  type MergedOrganization,
  undoMergeRows,
} from './merge-organizations.store'

/** Shared part of the change set kinds that reassign people and delete organizations. */
export const mergeBase = {
  changes: [organizations.type, customerUserProfiles.type],
  async apply({ db, actor, now }, set) {
    const changed = await orStale(() => applyMergeRows(db, set, actor, now))
    if (changed < 0) throw new Stale()
    return { changed }
  },
  touched: findTouchedByMerge,
  undo: async ({ db, actor, now }, set) => ({ changed: await undoMergeRows(db, set, actor, now) }),
} satisfies Partial<ChangeKind<ChangeSetKind>>

/** Writes the rows of a merge. Throws 412 `stale` where one of its organizations was changed or deleted since it was read. */
export async function planMerge(...merge: Parameters<typeof insertMergeRows>): Promise<void> {
  if (await insertMergeRows(...merge)) return
  throw new Problem('stale', { detail: 'Somebody changed one of the organizations at this moment' })
}

/** Moves the people of some organizations to another one and deletes the sources. */
export const mergeOrganizations: ChangeKind<'merge-organizations'> = {
  ...mergeBase,
  kind: 'merge-organizations',
  async read({ into, from }, { db, customer }) {
    const sources = [...new Set(from)]
    if (sources.includes(into)) throw new Problem('conflict', { pointer: '/data/attributes/input/into' })
    const found = new Map((await findOrganizations(db, customer, [into, ...sources])).map((one) => [one.id, one]))
    const target = found.get(into)
    if (!target) throw new Problem('unknownReference', { pointer: '/data/attributes/input/into' })
    const unknown = from.findIndex((id) => !found.has(id))
    if (unknown >= 0) throw new Problem('unknownReference', { pointer: `/data/attributes/input/from/${unknown}` })
    const merged = sources.flatMap((id) => found.get(id) ?? [])
    const filled = missingValues(target, merged)
    const members = await countMembers(db, customer, sources)
    const total = members + merged.length + (Object.keys(filled).length > 0 ? 1 : 0)
    return {
      total,
      isSinglePart: true,
      plan: (transaction, set) => planMerge(transaction, set, { into: target, from: merged, filled }),
    }
  },
}

/** Fields that are empty in the target and set in one of the merged organizations. */
function missingValues(target: MergedOrganization, merged: readonly MergedOrganization[]): Record<string, string> {
  return Object.fromEntries(
    organizationFields.flatMap((field) => {
      if (target[field]) return []
      const known = merged.find((one) => one[field])?.[field]
      return known ? [[field, known] as const] : []
    }),
  )
}
