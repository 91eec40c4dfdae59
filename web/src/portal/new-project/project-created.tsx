import { useLingui as useI18n } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CreationProgress } from '@lintel/contract/projects/project-creation'
import type { Project } from '@lintel/contract/projects/projects'
import { Link } from '@tanstack/react-router'
import { ProjectAnchor } from '../../shell/project-anchor'
import { Button, buttonClass } from '../../ui/button'
import { keepFocusNearby } from '../../ui/focus-return'
import { Mark } from '../../ui/mark'
import { Notice } from '../../ui/notice'
import { Progress } from '../../ui/progress'
import { failureLabels, stepLabels } from './creation-labels'
import styles from './project-created.module.css'
import { CountsByKind, SkippedContent } from './template-contents'

interface ProjectCreatedProps {
  project: Pick<Project, 'name' | 'projectUri' | 'trialEndsAt'>
  progress: CreationProgress
  /** The user is the project's owner. */
  isOwner: boolean
  /** The user may repeat a failed creation. */
  mayRetry: boolean
  isRetrying: boolean
  onRetry(): void
}

/** The progress of the new project, its failure, or the link to it. */
export function ProjectCreated({ project, progress, isOwner, mayRetry, isRetrying, onRetry }: ProjectCreatedProps) {
  const { t } = useLingui()
  const { name } = project
  // Plain strings, because within elements a `<b>` in a project's name would be parsed as a tag.
  const titles = {
    making: t`“${name}” is being created`,
    failed: t`“${name}” is not complete`,
    complete: t`“${name}” is ready`,
  }
  return (
    <div className={styles.page}>
      <div className={styles.drawing} data-state={progress.state}>
        <Mark size={72} />
      </div>
      <div role="status" className={styles.texts}>
        <h1>{titles[progress.state]}</h1>
        {progress.state === 'complete' && isOwner && (
          <p>
            <Trans>You are its owner. Open it to invite people and to add content.</Trans>
          </p>
        )}
      </div>
      {progress.state === 'making' && <CreationStatus progress={progress} />}
      {progress.state === 'failed' && <CreationFailure progress={progress} />}
      {progress.brought.length > 0 && <CountsByKind label={t`Copied content`} counts={progress.brought} />}
      {progress.state !== 'making' && <SkippedContent skipped={progress.skipped} entries={progress.skippedCount} />}
      {progress.state === 'complete' && project.trialEndsAt && <TrialNotice until={project.trialEndsAt} />}
      <div className={styles.actions}>
        {progress.state === 'failed' && mayRetry && (
          <Button
            kind="primary"
            busy={isRetrying}
            onClick={() => {
              keepFocusNearby()
              onRetry()
            }}
          >
            <Trans>Try again</Trans>
          </Button>
        )}
        {progress.state !== 'making' && (
          <ProjectAnchor
            projectUri={project.projectUri}
            className={buttonClass({ kind: progress.state === 'complete' ? 'primary' : 'plain' })}
          >
            <Trans>Go to project</Trans>
          </ProjectAnchor>
        )}
        <Link to="/" className={buttonClass()}>
          <Trans>All projects</Trans>
        </Link>
      </div>
      {progress.state === 'making' && (
        <p className={styles.small}>
          <Trans>
            You can leave this page: it continues in the background, and the project list shows the progress.
          </Trans>
        </p>
      )}
    </div>
  )
}

function CreationStatus({ progress: { done, total, step, isDelayed } }: { progress: CreationProgress }) {
  const { i18n } = useI18n()
  const { t } = useLingui()
  return (
    <div className={styles.progress}>
      <Progress label={t`Progress`} done={done} total={total} />
      <p className={styles.small}>{step && i18n._(stepLabels[step])}</p>
      <div role="status">
        {isDelayed && (
          <p>
            <Trans>This takes longer than usual. A step failed and is being retried automatically.</Trans>
          </p>
        )}
      </div>
    </div>
  )
}

function CreationFailure({ progress: { step, failure } }: { progress: CreationProgress }) {
  const { i18n } = useI18n()
  return (
    <Notice kind="problem" title={step && i18n._(stepLabels[step])}>
      <p>{i18n._(failureLabels[failure ?? 'internal'])}</p>
    </Notice>
  )
}

function TrialNotice({ until }: { until: string }) {
  const { i18n } = useI18n()
  const day = i18n.date(until, { dateStyle: 'long' })
  return (
    <p>
      <Trans>Your trial runs until {day}.</Trans>
    </p>
  )
}
