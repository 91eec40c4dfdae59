import { useLingui } from '@lingui/react/macro'
import { SelectField } from '../../ui/select-field'
import type { AccessTable } from './access-table'

/** Value that stands for all projects. */
export const allProjects = 'all'

interface ProjectFieldProps {
  table: AccessTable
  /** Id; empty for none. */
  value: string
  /** Whether all projects can be chosen as well. */
  hasAll?: boolean
  onChange(project: string): void
}

/** A project of the customer, found by name or number. */
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
