import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { Project } from '@lintel/contract/projects/projects'
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

type StatedProject = Pick<Project, 'status' | 'isHibernated' | 'isInactive' | 'creationState'>

/** How a project is, in one word: deleted, hibernated and not complete yet before what its server does. */
export const projectState = ({
  status,
  isHibernated,
  isInactive,
  creationState,
}: StatedProject): keyof typeof words => {
  if (isInactive) return 'Deleted'
  if (isHibernated) return 'Hibernated'
  if (creationState !== null) return creationState === 'failed' ? 'Incomplete' : 'Creating'
  return status
}

/** The state of a project as a word with a sign of its own shape. */
export function ProjectStatus({ project }: { project: StatedProject }) {
  const { i18n } = useLingui()
  const state = projectState(project)
  return (
    <span className={styles.status} data-state={state}>
      {i18n._(words[state])}
    </span>
  )
}
