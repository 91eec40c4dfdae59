import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { organizations } from '@lintel/contract/people/organizations'
import type { ChangeKind } from '../change-sets/engine/change-kind'
import { applyOrganizationRows, touchedOrganizations, undoOrganizationRows } from './organization-rows.store'

/** What every kind does that adds and changes organizations; it says only what its rows are. */
export const organizationsBase = {
  changes: [organizations.type],
  apply: async ({ db, now }, { id, customer }) => ({ changed: await applyOrganizationRows(db, id, customer, now) }),
  touched: (db, { id, customer }) => touchedOrganizations(db, id, customer),
  undo: async ({ db, now }, { id, customer }) => ({ changed: await undoOrganizationRows(db, id, customer, now) }),
} satisfies Partial<ChangeKind<ChangeSetKind>>
