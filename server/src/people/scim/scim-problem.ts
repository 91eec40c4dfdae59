import { Problem } from '@lintel/contract/problems'

/** The kinds of a refused request that RFC 7644 (3.12) names for clients. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'

/** A request that RFC 7644 has a name for: 400 with its `scimType`. */
export const refused = (scimType: ScimType, detail: string): Problem =>
  new Problem('malformed', { detail, meta: { scimType } })

/** Somebody or something of this name is there already: 409 `uniqueness`. */
export const notUnique = (detail: string): Problem =>
  new Problem('conflict', { detail, meta: { scimType: 'uniqueness' } })
