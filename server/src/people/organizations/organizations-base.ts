import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { organizations } from '@lintel/contract/people/organizations'
import type { ChangeKind } from '../change-sets/engine/change-kind'
import { applyOrganizationRows, findTouchedOrganizations, undoOrganizationRows } from './organization-rows.store'

/** Shared part of the change set kinds that add and change organizations; each kind plans its own rows. */
export const organizationsBase = {
  changes: [organizations.type],
  apply: async ({ db, now }, { id, customer }) => ({ changed: await applyOrganizationRows(db, id, customer, now) }),
  touched: (db, { id, customer }) => findTouchedOrganizations(db, id, customer),
  undo: async ({ db, now }, { id, customer }) => ({ changed: await undoOrganizationRows(db, id, customer, now) }),
} satisfies Partial<ChangeKind<ChangeSetKind>>
