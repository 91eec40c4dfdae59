import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { FieldWords } from '../../api/form/use-conflicts'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { roleWord } from '../../ui/role'
import type { MemberValues } from './member-draft'

/** How the fields of a membership are worded, and their values. */
export function useMemberWords(customer: string): Required<Pick<FieldWords<MemberValues>, 'label' | 'textOf'>> {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { names } = useLoginMethods(customer)
  const labels = { level: t`Role`, lastDay: t`End date`, providers: t`Login methods` }
  return {
    label: (field) => labels[field],
    textOf(field, value) {
      if (field === 'level') return i18n._(roleWord(value as PrivilegeLevel))
      return Array.isArray(value) ? value.map(names.of).join(', ') : String(value)
    },
  }
}
