import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { Organization, organizations } from '@lintel/contract/people/organizations'
import type { RecordWrites } from '../../api/form/record-dialog'
import { applyWithRetry, assertApplied, planAndApply } from '../../shell/change-sets/apply-immediately'

/** Saves and deletes an organization by change sets, which can be undone. `record` registers a change set and returns its undo function. */
export const organizationMutations = (
  customer: string,
  record: (set: ChangeSet) => (() => void) | undefined,
): RecordWrites<typeof organizations> => ({
  async save(saving) {
    const input =
      'draft' in saving
        ? { fields: fieldsOf(saving.draft) }
        : { organization: saving.id, fields: saving.patch, expectedVersion: saving.version }
    const key = 'draft' in saving ? saving.idempotencyKey : undefined
    const set = assertApplied(await applyWithRetry({ kind: 'organization', customer, input }, key))
    const [row] = set.rows ?? []
    const saved = { id: row?.object.id, customer, ...(row?.after ?? row?.before) }
    // The server's row contains all fields of an organization.
    return { record: saved as Organization, undo: record(set) }
  },
  async remove({ id, version }) {
    const input = { organization: id, expectedVersion: version }
    return { record: undefined, undo: record(await planAndApply({ kind: 'delete-organization', customer, input })) }
  },
})

const fieldsOf = ({ customer: _, ...fields }: Partial<Record<string, unknown>>) => fields
