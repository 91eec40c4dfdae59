import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { projects } from '@lintel/contract/projects/projects'
import { typedDay } from '../../api/form/last-day'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { type DescribeRow, describeMembership, describeProfile } from '../../shell/change-sets/row-text'
import { roleLabel } from '../../ui/role'
import { useDirectoryTexts } from './use-directory-texts'

/** Describes the rows of a bulk action on users, with days in the customer's time zone and the effect of a directory. */
export function useDescribeMembership(
  customer: string,
  sourceOf?: (email: string) => DirectorySource | undefined,
): DescribeRow {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const directoryTexts = useDirectoryTexts()
  const { timeZone, names } = useLoginMethods(customer)
  const methodsOf = (values: ChangeSetRow['before']) =>
    (Array.isArray(values?.providers) ? values.providers : []).map(names.of).join(', ') || '—'
  const ofMembership = describeMembership({
    role: (level) => i18n._(roleLabel(level)),
    until(role, end) {
      const day = end.length === 10 ? end : typedDay(end, timeZone)
      return t`${role}, end date ${day}`
    },
  })
  const managedText = ({ member, after, outcome, object }: ChangeSetRow) =>
    outcome === 'change'
      ? directoryTexts(
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
      const managed = managedText(row)
      return managed === undefined ? text : { ...text, detail: `${text.detail} · ${managed}` }
    }
    const { user = '', name = user } = row.object
    return { title: name, detail: t`Profile`, before: describeProfile(row.before), after: describeProfile(row.after) }
  }
}
