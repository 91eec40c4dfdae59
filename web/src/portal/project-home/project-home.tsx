import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { endOf, type ProjectMember } from '@lintel/contract/people/members'
import type { ProjectStat } from '@lintel/contract/projects/project-stats'
import type { Project } from '@lintel/contract/projects/projects'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Notice } from '../../ui/notice'
import { useQuarterHour } from '../../ui/use-quarter-hour'
import { DeletedNotice } from './deleted-notice'
import { HibernatedNotice } from './hibernated-notice'
import { ManageProject } from './manage-project'
import styles from './project-home.module.css'
import { ProjectStart } from './project-start'
import { ProjectStatus } from './project-status'
import { trialOf } from './trial'

interface ProjectHomeProps {
  project: Project
  customerName: string | undefined
  stats: ProjectStat | undefined
  /** The current user's own membership. */
  membership: ProjectMember | undefined
  /** The project's content; null if the user may not see it, or not now. */
  contents: ReactNode
  /** Recent activity; null for users who do not administer the project. */
  activity: ReactNode
  /** The members, which load later. */
  children: ReactNode
}

/** The home page of a project: its content first, then its members, then its figures. */
export function ProjectHome({
  project,
  customerName,
  stats,
  membership,
  contents,
  activity,
  children,
}: ProjectHomeProps) {
  const { i18n } = useLingui()
  const { name, description, externalId, createdAt, isHibernated, isInactive, trialEndsAt } = project
  // The quarter of an hour may have begun before the trial, which would then count a day more.
  const [openedAt] = useState(() => Date.now())
  const now = Math.max(openedAt, useQuarterHour())
  const trial = trialEndsAt && trialOf(trialEndsAt, new Date(now))
  const end = membership && endOf(membership)
  const day = end && i18n.date(end, { ...days, timeZone: project.timeZone })
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <p className={styles.origin}>{[customerName, externalId].filter(Boolean).join(' · ')}</p>
        <div className={styles.title}>
          <h1>{name}</h1>
          <ProjectStatus project={project} />
          {day && (
            <p className={styles.end}>
              <Trans>End date: {day}</Trans>
            </p>
          )}
        </div>
        {description && <p className={styles.description}>{description}</p>}
        <ManageProject project={project} />
      </header>
      {project.creationState && (
        <Notice
          kind={project.creationState === 'failed' ? 'problem' : 'plain'}
          title={
            project.creationState === 'failed' ? (
              <Trans>This project is not complete</Trans>
            ) : (
              <Trans>This project is being created</Trans>
            )
          }
        >
          <p>
            <Link to="/new-project/created/$projectId" params={{ projectId: project.id }}>
              <Trans>Show progress</Trans>
            </Link>
          </p>
        </Notice>
      )}
      {trial && (
        <Notice
          title={
            trial.isOver ? (
              <Trans>The trial of this project has ended</Trans>
            ) : (
              <Plural value={trial.daysLeft} one="Trial: # day left" other="Trial: # days left" />
            )
          }
        />
      )}
      {isHibernated && <HibernatedNotice project={project} />}
      {isInactive && <DeletedNotice project={project} />}
      <ProjectStart key={project.id} project={project} />
      {contents && (
        <section aria-labelledby="contents">
          <h2 id="contents" className={styles.heading}>
            <Trans>Contents</Trans>
          </h2>
          {contents}
        </section>
      )}
      {activity && (
        <section aria-labelledby="activity">
          <h2 id="activity" className={styles.heading}>
            <Trans>Recent activity</Trans>
          </h2>
          {activity}
        </section>
      )}
      <section aria-labelledby="people">
        <h2 id="people" className={styles.heading}>
          <Trans>People</Trans>
        </h2>
        {children}
      </section>
      <section aria-labelledby="figures">
        <h2 id="figures" className={styles.heading}>
          <Trans>Figures</Trans>
        </h2>
        <dl className={styles.figures}>
          <Figure label={<Trans>Created</Trans>}>
            <Day instant={createdAt} />
          </Figure>
          {stats && (
            <>
              <Figure label={<Trans>Members</Trans>}>{i18n.number(stats.numUsers)}</Figure>
              <Figure label={<Trans>Groups</Trans>}>{i18n.number(stats.numGroups)}</Figure>
              <Figure label={<Trans>Features</Trans>}>{i18n.number(stats.features.length)}</Figure>
              <Figure label={<Trans>Open topics</Trans>}>{i18n.number(stats.numOpenTopics)}</Figure>
              <Figure label={<Trans>Checklists</Trans>}>{i18n.number(stats.numChecklists)}</Figure>
              <Figure label={<Trans>Documents</Trans>}>{i18n.number(stats.numDocuments)}</Figure>
              <Figure label={<Trans>Spaces</Trans>}>{i18n.number(stats.numSpaces)}</Figure>
            </>
          )}
          {trialEndsAt && (
            <Figure label={<Trans>Trial ends</Trans>}>
              <Day instant={trialEndsAt} />
            </Figure>
          )}
        </dl>
      </section>
    </div>
  )
}

const days = { day: 'numeric', month: 'short', year: 'numeric' } as const

const Figure = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className={styles.figure}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

function Day({ instant }: { instant: string }) {
  const { i18n } = useLingui()
  return <time dateTime={instant}>{i18n.date(instant, days)}</time>
}
