import { useLingui } from '@lingui/react/macro'
import { SelectField } from '../../ui/select-field'
import type { AccessTable } from './access-table'

/** Stands for all projects where one can be chosen. */
export const allProjects = 'all'

interface ProjectFieldProps {
  table: AccessTable
  /** Id; empty for none. */
  value: string
  /** Whether all projects can be chosen as well. */
  hasAll?: boolean
  onChange(project: string): void
}

/** One project of the customer, found by its name or its number. */
export function ProjectField({ table, value, hasAll = false, onChange }: ProjectFieldProps) {
  const { t } = useLingui()
  const items = table.projects.map(({ id, name, externalId }) => ({
    value: id,
    label: externalId ? `${name} · ${externalId}` : name,
  }))
  const all = { value: allProjects, label: t`All projects with access` }
  return (
    <SelectField
      label={t`Project`}
      options={[{ group: t`Projects`, items: hasAll ? [all, ...items] : items }]}
      value={value}
      onChange={onChange}
    />
  )
}
