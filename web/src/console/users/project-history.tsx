import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { History } from '../../shell/records/history'
import { useHistoryDetail } from '../../shell/records/use-history-detail'
import { SelectField } from '../../ui/select-field'
import type { AccessTable } from './access-table'

interface ProjectHistoryProps {
  table: AccessTable
  customer: string
  /** The project's id; undefined when it has yet to be chosen. */
  project: string | undefined
  onClose(): void
}

/** The audit events of a project and its memberships, each with its person. */
export function ProjectHistory({ table, customer, project, onClose }: ProjectHistoryProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(project)
  const detail = useHistoryDetail(({ user }) => {
    const name = user === undefined ? undefined : table.people[table.personAt(user) ?? -1]?.name
    return name === undefined || name === user ? user : `${name} (${user})`
  })
  const name = table.projects[table.projectAt(chosen ?? '') ?? -1]?.name
  const choice = (
    <SelectField
      label={t`Project`}
      options={[{ group: t`Projects`, items: table.projects.map((each) => ({ value: each.id, label: each.name })) }]}
      value={chosen ?? ''}
      onChange={setChosen}
    />
  )
  return (
    <History
      title={name === undefined ? t`History of a project` : t`History of ${name}`}
      customer={customer}
      subject={chosen}
      choice={choice}
      detail={detail}
      onClose={onClose}
    />
  )
}
