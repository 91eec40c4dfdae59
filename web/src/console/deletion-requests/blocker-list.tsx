import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { DeletionTask } from '@lintel/contract/people/deletion-tasks'
import type { ReactNode } from 'react'
import styles from './deletion-requests.module.css'

/** What prevents an account from being closed, and how each is resolved. */
export function BlockerList({ id, task }: { id: string; task: DeletionTask }) {
  const { t, i18n } = useLingui()
  const { ownedProjects, ownedProjectsTotal, deletedProjects, deletedProjectsTotal, soleAdministratorOf } = task
  return (
    <div id={id} className={styles.blockers}>
      {ownedProjectsTotal > 0 && (
        <>
          <p>
            <Plural
              value={ownedProjectsTotal}
              one="Owns # project, which needs another owner first:"
              other="Owns # projects, which need other owners first:"
            />
          </p>
          <Projects total={ownedProjectsTotal} listed={ownedProjects} nameOf={({ name }) => name} />
        </>
      )}
      {deletedProjectsTotal > 0 && (
        <>
          <p>
            <Plural
              value={deletedProjectsTotal}
              one="Owns # deleted project, which has to be removed for good, or restored and handed over, first:"
              other="Owns # deleted projects, which have to be removed for good, or restored and handed over, first:"
            />
          </p>
          <Projects
            total={deletedProjectsTotal}
            listed={deletedProjects}
            nameOf={({ name, purgedAt }) => {
              const day = purgedAt && i18n.date(purgedAt, { dateStyle: 'long' })
              return day ? t`${name}, removed for good on ${day}` : name
            }}
          />
        </>
      )}
      {soleAdministratorOf.map(({ id: customer, name }) => (
        <p key={customer}>{t`${name} would be left without an administrator.`}</p>
      ))}
      {task.isStaff && (
        <p>
          <Trans>Belongs to the platform’s staff. That role has to end first.</Trans>
        </p>
      )}
    </div>
  )
}

interface ProjectsProps<Project> {
  /** How many there are; not all of them may be listed. */
  total: number
  listed: readonly Project[]
  nameOf(project: Project): ReactNode
}

/** The names of projects, and how many more there are. */
function Projects<Project extends { id: string }>({ total, listed, nameOf }: ProjectsProps<Project>) {
  const more = total - listed.length
  return (
    <ul className={styles.projects}>
      {listed.map((project) => (
        <li key={project.id}>{nameOf(project)}</li>
      ))}
      {more > 0 && (
        <li className={styles.detail}>
          <Plural value={more} one="and # more" other="and # more" />
        </li>
      )}
    </ul>
  )
}
