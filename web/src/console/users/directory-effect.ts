import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'

/** What the directory will do with a manually chosen level where it has assigned one. */
export type DirectoryEffect = 'managed' | 'importedAgain' | 'provisionedAgain' | 'released'

/**
 * An import restores its own level in any case; provisioning raises lower levels and releases higher ones. Undefined where no directory has
 * assigned a level.
 */
export function directoryEffect(
  directoryLevel: PrivilegeLevel | null | undefined,
  level: PrivilegeLevel,
  source: DirectorySource | undefined,
): DirectoryEffect | undefined {
  if (directoryLevel === null || directoryLevel === undefined) return undefined
  if (directoryLevel === level) return 'managed'
  if (source !== 'scim') return 'importedAgain'
  return level > directoryLevel ? 'released' : 'provisionedAgain'
}
