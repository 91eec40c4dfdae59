import { Trans, useLingui } from '@lingui/react/macro'
import type { Project } from '@lintel/contract/projects/projects'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Progress } from '../../ui/progress'
import styles from './project-start.module.css'
import { needsStart, useProjectStart } from './use-project-start'

/** Starts the opened project if it is stopped or crashed, and shows the progress; nothing once it runs. */
export function ProjectStart({ project }: { project: Project }) {
  const { t, i18n } = useLingui()
  const { crashedAt, failed, isRequesting, retry } = useProjectStart(project)
  const crashed = crashedAt && i18n.date(crashedAt, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div role="status" className={styles.start}>
      {needsStart(project) && failed && (
        <Notice kind="problem" title={<Trans>This project could not be started</Trans>}>
          {crashed && <CrashedAt instant={crashed} />}
          <p>
            <Button size="small" busy={isRequesting} onClick={retry}>
              <Trans>Try again</Trans>
            </Button>
          </p>
        </Notice>
      )}
      {needsStart(project) && !failed && (
        <Notice title={<Trans>This project is starting</Trans>}>
          {crashed && <CrashedAt instant={crashed} />}
          <p>
            <Trans>Its content appears by itself as soon as it runs.</Trans>
          </p>
          <Progress label={t`Starting`} done={0} total={0} />
        </Notice>
      )}
    </div>
  )
}

const CrashedAt = ({ instant }: { instant: string }) => (
  <p>
    <Trans>It crashed on {instant}.</Trans>
  </p>
)
