import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { roleLabel } from '../../ui/role'
import { directoryEffect } from './directory-effect'

/**
 * Returns a function for the hint about a membership that a directory manages: `directoryLevel` is the directory's level, `level` the chosen one
 * ({@link directoryEffect}).
 */
export function useDirectoryTexts() {
  const { i18n } = useLingui()
  const { t } = useMacro()
  return (
    directoryLevel: PrivilegeLevel | null | undefined,
    level: PrivilegeLevel,
    source: DirectorySource | undefined,
  ): string | undefined => {
    const role = directoryLevel ? i18n._(roleLabel(directoryLevel)) : ''
    switch (directoryEffect(directoryLevel, level, source)) {
      case undefined:
        return undefined
      case 'managed':
        return t`Managed by directory`
      case 'importedAgain':
        return t`Managed by directory: the next import makes this “${role}” again.`
      case 'provisionedAgain':
        return t`Managed by directory: the next provisioning makes this “${role}” again.`
      case 'released':
        return t`Managed by directory, which gives “${role}”: more that is given by hand stays, and is no longer managed by it.`
    }
  }
}

/** Returns a function for the hint about a profile that a directory manages: what happens to manual changes. */
export function useDirectoryProfileTexts() {
  const { t } = useMacro()
  return (source: DirectorySource): string =>
    source === 'import'
      ? t`Managed by directory: what its files say of this person is written again by the next import.`
      : t`Managed by directory: what it says of this person is written again when it next changes there.`
}
