import { z } from 'zod'

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
