import { z } from 'zod'
import { organizations } from './organizations'

/** The most organizations that are merged into another in one step. */
export const mostMerged = 100

/**
 * Input of a change set of kind `merge-organizations`: everybody of the organizations `from` works for `into` from then
 * on, and `from` are gone. What `into` does not know, beside its name, it takes from the first that does.
 * Each row's `object` is a person's profile or an organization.
 */
export const mergeOrganizations = z.strictObject({
  into: z.string().max(100),
  from: z.array(z.string().max(100)).min(1).max(mostMerged),
})

export type MergeOrganizations = z.output<typeof mergeOrganizations>

/** The largest file of organizations, in bytes. */
export const largestOrganizationFile = 2 * 1_024 * 1_024

/**
 * Input of a change set of kind `import-organizations`: a CSV file in Base64, with a header line that names
 * fields of organizations in any order (only `name` is needed). Separated by semicolons, commas or tabs, in
 * UTF-8 with or without a byte order mark, UTF-16 or Windows-1252. A row whose external id, or else whose name, is known
 * changes that organization; every other one adds one.
 */
export const importOrganizations = z.strictObject({
  file: z.base64().max(Math.ceil(largestOrganizationFile / 3) * 4, 'tooLong'),
})

export type ImportOrganizations = z.output<typeof importOrganizations>

const organizationFields = organizations.fields.omit({ customer: true, createdAt: true, updatedAt: true }).partial()

/**
 * Input of a change set of kind `organization`: one organization is changed, or added where none is named. One that was undone is added
 * again under its id, with 0 for `expectedVersion`.
 */
export const changeOrganization = z.strictObject({
  organization: z.uuid().optional(),
  /** What is left out stays. */
  fields: organizationFields,
  /** The version that was seen: with any other the row is a conflict `changedMeanwhile`. */
  expectedVersion: z.int().min(0).optional(),
  /** The same for what was seen in the fields that are changed. */
  expected: organizationFields.optional(),
})

export type ChangeOrganization = z.output<typeof changeOrganization>

/**
 * Input of a change set of kind `delete-organization`: whoever works for it has no organization from then on. With `expectedVersion` as
 * above.
 */
export const deleteOrganization = z.strictObject({
  organization: z.uuid(),
  expectedVersion: z.int().min(0).optional(),
})
