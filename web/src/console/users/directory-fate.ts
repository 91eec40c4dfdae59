import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'

/** What becomes of a level that is chosen by hand where a directory gave one. */
export type DirectoryFate = 'managed' | 'importedAgain' | 'provisionedAgain' | 'released'

/**
 * An import sets its own level again, whichever was chosen; provisioning raises what is less, and lets go of what is more. Undefined where
 * no directory gave a level.
 */
export function directoryFate(
  given: PrivilegeLevel | null | undefined,
  level: PrivilegeLevel,
  source: DirectorySource | undefined,
): DirectoryFate | undefined {
  if (given === null || given === undefined) return undefined
  if (given === level) return 'managed'
  if (source !== 'scim') return 'importedAgain'
  return level > given ? 'released' : 'provisionedAgain'
}
