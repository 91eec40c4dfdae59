import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { roleWord } from '../../ui/role'
import { directoryFate } from './directory-fate'

/** What is said of a membership that a directory gave (`given`, the level there), and of another level chosen by hand ({@link directoryFate}). */
export function useDirectoryWords() {
  const { i18n } = useLingui()
  const { t } = useMacro()
  return (
    given: PrivilegeLevel | null | undefined,
    level: PrivilegeLevel,
    source: DirectorySource | undefined,
  ): string | undefined => {
    const role = given ? i18n._(roleWord(given)) : ''
    switch (directoryFate(given, level, source)) {
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

/** What is said of somebody whom a directory brought: what becomes of their profile when it is changed by hand. */
export function useDirectoryProfileWords() {
  const { t } = useMacro()
  return (source: DirectorySource): string =>
    source === 'import'
      ? t`Managed by directory: what its files say of this person is written again by the next import.`
      : t`Managed by directory: what it says of this person is written again when it next changes there.`
}
