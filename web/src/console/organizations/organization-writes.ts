import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { Organization, organizations } from '@lintel/contract/people/organizations'
import type { RecordWrites } from '../../api/form/record-dialog'
import { applyAtOnce, applyWhole, mustBeApplied } from '../../shell/change-sets/apply-at-once'

/** Writes one organization by change sets, which can be undone. `record` is given what was done, and gives how to undo it. */
export const organizationWrites = (
  customer: string,
  record: (set: ChangeSet) => (() => void) | undefined,
): RecordWrites<typeof organizations> => ({
  async save(saving) {
    const input =
      'draft' in saving
        ? { fields: fieldsOf(saving.draft) }
        : { organization: saving.id, fields: saving.patch, expectedVersion: saving.version }
    const set = mustBeApplied(await applyAtOnce({ kind: 'organization', customer, input }))
    const [row] = set.rows ?? []
    const saved = { id: row?.object.id, customer, ...(row?.after ?? row?.before) }
    // The row of our own server has every field that is said of an organization.
    return { record: saved as Organization, undo: record(set) }
  },
  async remove({ id, version }) {
    const input = { organization: id, expectedVersion: version }
    return { record: undefined, undo: record(await applyWhole({ kind: 'delete-organization', customer, input })) }
  },
})

const fieldsOf = ({ customer: _, ...fields }: Partial<Record<string, unknown>>) => fields
