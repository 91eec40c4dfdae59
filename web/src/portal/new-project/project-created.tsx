import { Trans } from '@lingui/react/macro'
import type { Project } from '@lintel/contract/projects/projects'
import { Link } from '@tanstack/react-router'
import { ProjectAnchor } from '../../shell/project-anchor'
import { buttonClass } from '../../ui/button'
import { Mark } from '../../ui/mark'
import styles from './project-created.module.css'

/** The new project stands; the way into it. */
export const ProjectCreated = ({ project }: { project: Pick<Project, 'name' | 'projectUri'> }) => (
  <div className={styles.page} role="status">
    <div className={styles.drawing}>
      <Mark size={72} />
    </div>
    <h1>
      <Trans>“{project.name}” is ready</Trans>
    </h1>
    <p className={styles.words}>
      <Trans>You are its owner. Open it to invite people and to add content.</Trans>
    </p>
    <div className={styles.ways}>
      <ProjectAnchor projectUri={project.projectUri} className={buttonClass({ kind: 'primary' })}>
        <Trans>Go to project</Trans>
      </ProjectAnchor>
      <Link to="/" className={buttonClass()}>
        <Trans>All projects</Trans>
      </Link>
    </div>
  </div>
)
