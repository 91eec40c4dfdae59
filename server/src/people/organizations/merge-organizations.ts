import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { organizationFields, organizations } from '@lintel/contract/people/organizations'
import { Problem } from '@lintel/contract/problems'
import { type ChangeKind, Stale } from '../change-sets/engine/change-kind'
import {
  applyMergeRows,
  countMembers,
  insertMergeRows,
  type MergedOrganization,
  organizationsOf,
  touchedByMerge,
  undoMergeRows,
} from './merge-organizations.store'

/** What is done by rows of people who work for another organization, or for none, and of organizations that go away. */
export const mergeBase = {
  changes: [organizations.type, customerUserProfiles.type],
  async apply({ db, actor, now }, set) {
    const changed = await applyMergeRows(db, set, actor, now)
    if (changed < 0) throw new Stale()
    return { changed }
  },
  touched: touchedByMerge,
  undo: async ({ db, actor, now }, set) => ({ changed: await undoMergeRows(db, set, actor, now) }),
} satisfies Partial<ChangeKind<ChangeSetKind>>

/** Everybody of some organizations works for another one from then on, and those are gone. */
export const mergeOrganizations: ChangeKind<'merge-organizations'> = {
  ...mergeBase,
  kind: 'merge-organizations',
  async read({ into, from }, { db, customer }) {
    const sources = [...new Set(from)]
    if (sources.includes(into)) throw new Problem('conflict', { pointer: '/data/attributes/input/into' })
    const found = new Map((await organizationsOf(db, customer, [into, ...sources])).map((one) => [one.id, one]))
    const target = found.get(into)
    if (!target) throw new Problem('unknownReference', { pointer: '/data/attributes/input/into' })
    const unknown = from.findIndex((id) => !found.has(id))
    if (unknown >= 0) throw new Problem('unknownReference', { pointer: `/data/attributes/input/from/${unknown}` })
    const merged = sources.flatMap((id) => found.get(id) ?? [])
    const filled = takenOver(target, merged)
    const members = await countMembers(db, customer, sources)
    const total = members + merged.length + (Object.keys(filled).length > 0 ? 1 : 0)
    return {
      total,
      plan: async (transaction, set, part) =>
        void (await insertMergeRows(transaction, set, { into, from: sources }, filled, part)),
    }
  },
}

/** What the organization that stays does not know and one of the others does. */
function takenOver(target: MergedOrganization, merged: readonly MergedOrganization[]): Record<string, string> {
  return Object.fromEntries(
    organizationFields.flatMap((field) => {
      if (target[field]) return []
      const known = merged.find((one) => one[field])?.[field]
      return known ? [[field, known] as const] : []
    }),
  )
}
