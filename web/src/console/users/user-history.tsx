import { useLingui } from '@lingui/react/macro'
import { History } from '../../shell/records/history'
import { useHistoryDetail } from '../../shell/records/use-history-detail'
import type { AccessTable } from './access-table'

interface UserHistoryProps {
  table: AccessTable
  customer: string
  /** The person's email. */
  user: string
  onClose(): void
}

/** The audit events of a person, each with its project. */
export function UserHistory({ table, customer, user, onClose }: UserHistoryProps) {
  const { t } = useLingui()
  const name = table.people[table.personAt(user) ?? -1]?.name ?? user
  const detail = useHistoryDetail(({ project }) =>
    project === undefined ? undefined : table.projects[table.projectAt(project) ?? -1]?.name,
  )
  return <History title={t`History of ${name}`} customer={customer} subject={user} detail={detail} onClose={onClose} />
}
