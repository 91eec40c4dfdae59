import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { firstStanding, type StandingProject } from '@lintel/contract/projects/project-standing'
import styles from './project-status.module.css'

const words = {
  Creating: msg`Being created`,
  Incomplete: msg`Not complete`,
  Starting: msg`Starting`,
  Running: msg`Running`,
  Stopped: msg`Stopped`,
  Crashed: msg`Crashed`,
  Hibernated: msg`Hibernated`,
  Deleted: msg`Deleted`,
}

/** The state of a project as a word with a sign of its own shape. */
export function ProjectStatus({ project }: { project: StandingProject }) {
  const { i18n } = useLingui()
  const state = firstStanding(project)
  return (
    <span className={styles.status} data-state={state}>
      {i18n._(words[state])}
    </span>
  )
}
