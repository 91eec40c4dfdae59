import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { mainCondition, type ProjectConditionFields } from '@lintel/contract/projects/project-condition'
import styles from './project-status.module.css'

const stateLabels = {
  Creating: msg`Being created`,
  Incomplete: msg`Not complete`,
  Starting: msg`Starting`,
  Running: msg`Running`,
  Stopped: msg`Stopped`,
  Crashed: msg`Crashed`,
  Hibernated: msg`Hibernated`,
  Deleted: msg`Deleted`,
}

/** The state of a project as a label with a distinct icon. */
export function ProjectStatus({ project }: { project: ProjectConditionFields }) {
  const { i18n } = useLingui()
  const state = mainCondition(project)
  return (
    <span className={styles.status} data-state={state}>
      {i18n._(stateLabels[state])}
    </span>
  )
}
