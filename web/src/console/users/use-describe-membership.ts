import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { projects } from '@lintel/contract/projects/projects'
import { typedDay } from '../../api/form/last-day'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { type DescribeRow, describeMembership, profileWords } from '../../shell/change-sets/row-text'
import { roleWord } from '../../ui/role'

/** How the rows of a bulk act on users are worded, with days on the customer's clocks. */
export function useDescribeMembership(customer: string): DescribeRow {
  const { i18n } = useLingui()
  const { t } = useMacro()
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
  return (row) => {
    const { object, before, after } = row
    if (object.type === projects.type)
      return {
        title: object.projectName ?? '',
        detail: t`Login methods`,
        before: methodsOf(before),
        after: methodsOf(after),
      }
    if (row.object.type !== customerUserProfiles.type) return ofMembership(row)
    const { user = '', name = user } = row.object
    return { title: name, detail: t`Profile`, before: profileWords(row.before), after: profileWords(row.after) }
  }
}
