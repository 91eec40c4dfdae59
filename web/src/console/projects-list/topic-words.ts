import { useLingui } from '@lingui/react/macro'
import { type TopicExportColumn, topicExportColumns } from '@lintel/contract/exchange/topic-exports'

/** The kinds of state that topics are in, in their order. */
export function useTopicStates() {
  const { t } = useLingui()
  return [
    { value: 'open', label: t`Open topics` },
    { value: 'done', label: t`Done topics` },
    { value: 'closed', label: t`Closed topics` },
  ] as const
}

/** What stands above the columns of a table of topics. */
export function useTopicHeadings(): string[] {
  const { t } = useLingui()
  const words: Record<TopicExportColumn, string> = {
    projectName: t`Project`,
    number: t`Number`,
    title: t`Title`,
    text: t`Text`,
    workflowName: t`Workflow`,
    state: t`State`,
    stateKind: t`Kind of state`,
    priority: t`Priority`,
    dueDate: t`Due date`,
    labels: t`Labels`,
    assignee: t`Assignee`,
    stateSince: t`State since`,
    createdAt: t`Created`,
    updatedAt: t`Changed`,
    project: t`Project id`,
    id: t`Topic id`,
    bcfGuid: t`BCF id`,
  }
  return topicExportColumns.map((column) => words[column])
}
