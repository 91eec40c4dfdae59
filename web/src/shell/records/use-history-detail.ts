import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { changeSetKinds } from '@lintel/contract/people/change-set-inputs'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { AuditEvent } from '@lintel/contract/settings/audit-events'
import { roleWord } from '../../ui/role'
import { kindWords } from '../change-sets/change-set-words'
import { type HistoryChange, historyChange } from './history-change'

/** What an event says beside what was done: `whom` names the other side of it, the project or the person. */
export function useHistoryDetail(whom: (change: HistoryChange) => string | undefined) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const role = (level: number | undefined) => (level === undefined ? '' : i18n._(roleWord(level as PrivilegeLevel)))

  return (event: AuditEvent): string => {
    const change = historyChange(event)
    const [from, to] = [role(change.before), role(change.after)]
    const { before, after } = change.handedOver ?? {}
    const roles = from && to && from !== to ? t`${from} → ${to}` : to || from
    const kind = changeSetKinds.find((known) => known === change.kind)
    const parts = [
      whom(change),
      kind && event.targetType === 'change-sets' && i18n._(kindWords[kind]),
      roles,
      before !== undefined && t`${before} → ${after}`,
      event.result === 'failure' && t`refused`,
    ]
    return parts.filter(Boolean).join(' · ')
  }
}
