import { useLingui } from '@lingui/react/macro'
import { type TopicExportColumn, topicExportColumns } from '@lintel/contract/exchange/topic-exports'

/** The kinds of topic states with their labels, in display order. */
export function useTopicStateLabels() {
  const { t } = useLingui()
  return [
    { value: 'open', label: t`Open topics` },
    { value: 'done', label: t`Done topics` },
    { value: 'closed', label: t`Closed topics` },
  ] as const
}

/** Column headings of a table of topics. */
export function useTopicHeadings(): string[] {
  const { t } = useLingui()
  const headings: Record<TopicExportColumn, string> = {
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
  return topicExportColumns.map((column) => headings[column])
}
