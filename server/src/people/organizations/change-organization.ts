import type { ChangeOrganization } from '@lintel/contract/people/organization-changes'
import { organizationFields, organizations } from '@lintel/contract/people/organizations'
import { Problem } from '@lintel/contract/problems'
import { uuidv7 } from 'uuidv7'
import type { ChangeKind } from '../change-sets/engine/change-kind'
import { findOrganizations, type MergedOrganization } from './merge-organizations.store'
import {
  findOrganizationsByKey,
  insertOrganizationRows,
  type OrganizationRow,
  valuesBy,
} from './organization-rows.store'
import { organizationsBase } from './organizations-base'

/** Change set of the form that adds or changes a single organization. */
export const changeOrganizationKind: ChangeKind<'organization'> = {
  ...organizationsBase,
  kind: 'organization',
  async read({ organization, fields, expectedVersion, expected }, { db, customer }) {
    const [found] = organization === undefined ? [] : await findOrganizations(db, customer, [organization])
    const isNew = organization === undefined || expectedVersion === 0
    if (isNew && fields.name === undefined) throw new Problem('required', { pointer: `${pointer}/name` })
    await refuseTakenName(db, customer, fields.name, organization)
    const hasChanged = isNew ? found !== undefined : !found || !isUnchanged(found, expectedVersion, expected ?? {})
    const before = found ? valuesBy((field) => found[field]) : null
    const after = hasChanged
      ? null
      : valuesBy((field) => (fields[field] === undefined ? (before?.[field] ?? null) : fields[field]))
    const isSame = before !== null && JSON.stringify(before) === JSON.stringify(after)
    const row: OrganizationRow = {
      number: 1,
      outcome: hasChanged ? 'conflict' : isSame ? 'same' : 'change',
      object: {
        type: organizations.type,
        id: organization ?? uuidv7(),
        name: found?.name ?? fields.name ?? '',
      },
      before,
      after,
      conflict: hasChanged ? 'changedMeanwhile' : null,
      version: found?.version ?? null,
    }
    return {
      total: 1,
      plan: async (transaction, { id }) => void (await insertOrganizationRows(transaction, id, [row])),
    }
  },
}

const pointer = '/data/attributes/input/fields'

async function refuseTakenName(
  db: Parameters<typeof findOrganizationsByKey>[0],
  customer: string,
  name: string | undefined,
  organization: string | undefined,
): Promise<void> {
  if (name === undefined) return
  const holders = await findOrganizationsByKey(db, customer, [name], [])
  if (holders.some(({ id }) => id !== organization)) {
    throw new Problem('organizationNameTaken', { pointer: `${pointer}/name` })
  }
}

const isUnchanged = (
  found: MergedOrganization,
  version: number | undefined,
  expected: ChangeOrganization['fields'],
): boolean =>
  (version === undefined || version === found.version) &&
  organizationFields.every((field) => expected[field] === undefined || expected[field] === found[field])
