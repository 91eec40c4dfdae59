import { Problem } from '@lintel/contract/problems'

/** The error types of RFC 7644 (3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'

/** A 400 response with a `scimType` of RFC 7644. */
export const scimProblem = (scimType: ScimType, detail: string): Problem =>
  new Problem('malformed', { detail, meta: { scimType } })

/** A 409 response with `uniqueness`. */
export const notUnique = (detail: string): Problem =>
  new Problem('conflict', { detail, meta: { scimType: 'uniqueness' } })
