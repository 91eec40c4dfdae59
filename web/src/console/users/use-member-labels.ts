import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { FieldDescriptions } from '../../api/form/use-conflicts'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { roleLabel } from '../../ui/role'
import type { MemberValues } from './member-draft'

/** Labels of the fields of a membership, and texts of their values. */
export function useMemberLabels(customer: string): Required<Pick<FieldDescriptions<MemberValues>, 'label' | 'textOf'>> {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { names } = useLoginMethods(customer)
  const labels = { level: t`Role`, lastDay: t`End date`, providers: t`Login methods` }
  return {
    label: (field) => labels[field],
    textOf(field, value) {
      if (field === 'level') return i18n._(roleLabel(value as PrivilegeLevel))
      return Array.isArray(value) ? value.map(names.of).join(', ') : String(value)
    },
  }
}
