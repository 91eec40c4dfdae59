import { z } from 'zod'
import { organizations } from './organizations'

/** Maximum number of organizations merged in one step. */
const maxMergedOrganizations = 100

/**
 * Input of a change set of kind `merge-organizations`: everybody of the organizations `from` moves to `into`, and `from` are deleted. Empty
 * fields of `into` are filled from the first that has a value, except its name. The `object` of each row is a person's profile or an
 * organization.
 */
export const mergeOrganizations = z.strictObject({
  into: z.string().max(100),
  from: z.array(z.string().max(100)).min(1).max(maxMergedOrganizations),
})

export type MergeOrganizations = z.output<typeof mergeOrganizations>

/** Maximum size of a file of organizations, in bytes. */
export const maxOrganizationFileBytes = 2 * 1_024 * 1_024

/**
 * Input of a change set of kind `import-organizations`: a CSV file in base64 with a header line that names fields of organizations in any
 * order (only `name` is required). Separated by semicolons, commas or tabs, in UTF-8 with or without a byte order mark, UTF-16 or
 * Windows-1252. A row with a known external id, or else a known name, changes that organization; every other one adds one.
 */
export const importOrganizations = z.strictObject({
  file: z.base64().max(Math.ceil(maxOrganizationFileBytes / 3) * 4, 'tooLong'),
})

const organizationFields = organizations.fields.omit({ customer: true, createdAt: true, updatedAt: true }).partial()

/**
 * Input of a change set of kind `organization`: changes an organization, or adds one if none is named. An undone addition is repeated with
 * its id and 0 as `expectedVersion`.
 */
export const changeOrganization = z.strictObject({
  organization: z.uuid().optional(),
  /** Omitted fields stay unchanged. */
  fields: organizationFields,
  /** The version last seen: with any other the row is a conflict `changedMeanwhile`. */
  expectedVersion: z.int().min(0).optional(),
  /** Likewise the values last seen of the changed fields. */
  expected: organizationFields.optional(),
})

export type ChangeOrganization = z.output<typeof changeOrganization>

/** Input of a change set of kind `delete-organization`: its people have no organization afterwards. `expectedVersion` as above. */
export const deleteOrganization = z.strictObject({
  organization: z.uuid(),
  expectedVersion: z.int().min(0).optional(),
})
