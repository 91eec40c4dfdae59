import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { ProjectMember } from '@lintel/contract/people/members'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { roleWord } from '../../ui/role'

/**
 * What is said of a membership that a directory gave: that it did, and, where another level is chosen by hand, what the next import makes
 * of it. Undefined where no directory gave it.
 */
export function useDirectoryWords() {
  const { i18n } = useLingui()
  const { t } = useMacro()
  return (member: Pick<ProjectMember, 'directoryLevel'> | undefined, level: PrivilegeLevel): string | undefined => {
    const given = member?.directoryLevel ?? null
    if (given === null) return undefined
    if (given === level) return t`Managed by directory`
    const role = i18n._(roleWord(given))
    return t`Managed by directory: the next import makes this “${role}” again.`
  }
}
