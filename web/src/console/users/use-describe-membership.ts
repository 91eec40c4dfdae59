import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { projects } from '@lintel/contract/projects/projects'
import { typedDay } from '../../api/form/last-day'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { type DescribeRow, describeMembership, profileWords } from '../../shell/change-sets/row-text'
import { roleWord } from '../../ui/role'
import { useDirectoryWords } from './use-directory-words'

/** How the rows of a bulk act on users are worded, with days on the customer's clocks, and what a directory makes of them again. */
export function useDescribeMembership(
  customer: string,
  sourceOf?: (email: string) => DirectorySource | undefined,
): DescribeRow {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const directoryWords = useDirectoryWords()
  const { timeZone, names } = useLoginMethods(customer)
  const methodsOf = (terms: ChangeSetRow['before']) =>
    (Array.isArray(terms?.providers) ? terms.providers : []).map(names.of).join(', ') || '—'
  const ofMembership = describeMembership({
    role: (level) => i18n._(roleWord(level)),
    until(role, end) {
      const day = end.length === 10 ? end : typedDay(end, timeZone)
      return t`${role}, end date ${day}`
    },
  })
  const managedWords = ({ member, after, outcome, object }: ChangeSetRow) =>
    outcome === 'change'
      ? directoryWords(
          member?.directoryLevel as PrivilegeLevel | undefined,
          (after?.privilegeLevel ?? privilegeLevel.inactive) as PrivilegeLevel,
          sourceOf?.(object.user ?? ''),
        )
      : undefined
  return (row) => {
    const { object, before, after } = row
    if (object.type === projects.type)
      return {
        title: object.projectName ?? '',
        detail: t`Login methods`,
        before: methodsOf(before),
        after: methodsOf(after),
      }
    if (row.object.type !== customerUserProfiles.type) {
      const text = ofMembership(row)
      const managed = managedWords(row)
      return managed === undefined ? text : { ...text, detail: `${text.detail} · ${managed}` }
    }
    const { user = '', name = user } = row.object
    return { title: name, detail: t`Profile`, before: profileWords(row.before), after: profileWords(row.after) }
  }
}
