import { useLingui } from '@lingui/react/macro'
import { type ProjectCondition, projectConditionsOf } from '@lintel/contract/projects/project-condition'

/** Labels of project conditions in the reader's language. */
export function useProjectStateLabels(): Record<ProjectCondition, string> {
  const { t } = useLingui()
  return {
    Deleted: t`Deleted`,
    Hibernated: t`Hibernated`,
    Creating: t`Being created`,
    Incomplete: t`Not complete`,
    Library: t`Library`,
    Starting: t`Starting`,
    Running: t`Running`,
    Stopped: t`Stopped`,
    Crashed: t`Crashed`,
  }
}

/** Describes the conditions of a project: the most important first. */
export function useProjectState() {
  const labels = useProjectStateLabels()
  return (project: Parameters<typeof projectConditionsOf>[0]): string[] =>
    projectConditionsOf(project).map((word) => labels[word])
}
