import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { Project } from '@lintel/contract/projects/projects'
import styles from './project-status.module.css'

const words = {
  Starting: msg`Starting`,
  Running: msg`Running`,
  Stopped: msg`Stopped`,
  Crashed: msg`Crashed`,
  Hibernated: msg`Hibernated`,
  Deleted: msg`Deleted`,
}

/** How a project is, in one word: deleted and hibernated before what its server does. */
export const projectState = ({
  status,
  isHibernated,
  isInactive,
}: Pick<Project, 'status' | 'isHibernated' | 'isInactive'>): keyof typeof words => {
  if (isInactive) return 'Deleted'
  return isHibernated ? 'Hibernated' : status
}

/** The state of a project as a word with a sign of its own shape. */
export function ProjectStatus({ project }: { project: Pick<Project, 'status' | 'isHibernated' | 'isInactive'> }) {
  const { i18n } = useLingui()
  const state = projectState(project)
  return (
    <span className={styles.status} data-state={state}>
      {i18n._(words[state])}
    </span>
  )
}
