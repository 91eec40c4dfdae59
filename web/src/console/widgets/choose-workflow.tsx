import { useLingui } from '@lingui/react/macro'
import { workflows } from '@lintel/contract/content/workflows'
import { inProject } from '@lintel/contract/jsonapi/resource'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../api/form/loaded'
import { all } from '../../api/resource'
import { LabelledSelect } from '../../ui/labelled-select'

interface ChooseWorkflowProps {
  project: string
  /** Id of the workflow; empty for the topics of all workflows. */
  value: string
  onChange(id: string): void
}

/** The workflow whose topics a trend counts, or all workflows. */
export function ChooseWorkflow({ project, value, onChange }: ChooseWorkflowProps) {
  const { t } = useLingui()
  const request = { sort: ['name'], fields: { workflows: ['name'] } }
  // A workflow that is missing in an older list may be new.
  const { data, error } = useQuery({ ...all(inProject(workflows, project), request), staleTime: 0 })
  return (
    <Loaded data={data?.records} error={error} what={t`Workflow`} rows={1}>
      {(records) => (
        <LabelledSelect
          label={t`Workflow`}
          value={value}
          options={[
            { value: '', label: t`All workflows` },
            ...records.map(({ id, name }) => ({ value: id, label: name })),
            // Without an option of its own, a deleted workflow would be displayed as all workflows.
            ...(value === '' || records.some(({ id }) => id === value)
              ? []
              : [{ value, label: t`The workflow of this trend is gone.` }]),
          ]}
          onChange={onChange}
        />
      )}
    </Loaded>
  )
}
