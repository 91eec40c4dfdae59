import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { changeSetKinds } from '@lintel/contract/people/change-set-inputs'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { AuditEvent } from '@lintel/contract/settings/audit-events'
import { roleLabel } from '../../ui/role'
import { kindLabels } from '../change-sets/change-set-labels'
import { type HistoryChange, historyChange } from './history-change'

/** Describes an event beside its action: `whom` names its other side, the project or the person. */
export function useHistoryDetail(whom: (change: HistoryChange) => string | undefined) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const role = (level: number | undefined) => (level === undefined ? '' : i18n._(roleLabel(level as PrivilegeLevel)))

  return (event: AuditEvent): string => {
    const change = historyChange(event)
    const [from, to] = [role(change.before), role(change.after)]
    const { before, after } = change.handedOver ?? {}
    const roles = from && to && from !== to ? t`${from} → ${to}` : to || from
    const kind = changeSetKinds.find((known) => known === change.kind)
    const parts = [
      whom(change),
      kind && event.targetType === 'change-sets' && i18n._(kindLabels[kind]),
      roles,
      before !== undefined && t`${before} → ${after}`,
      event.result === 'failure' && t`refused`,
    ]
    return parts.filter(Boolean).join(' · ')
  }
}
