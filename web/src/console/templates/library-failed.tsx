import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { Project } from '@lintel/contract/projects/projects'
import { failedWith } from '../../api/failure'
import { problemText } from '../../api/problem-text'
import { RequestId } from '../../api/request-id'
import { useStartProjects } from '../../shell/projects/use-start-projects'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'

interface LibraryFailedProps {
  library: Pick<Project, 'id' | 'name'>
  error: Error
  isRetrying: boolean
  onRetry(): void
}

/** A library could not be loaded (admin-console chapter 8): the reason and a retry. A stopped library can be started and is then loaded. */
export function LibraryFailed({ library, error, isRetrying, onRetry }: LibraryFailedProps) {
  const { i18n } = useLingui()
  const starting = useStartProjects()
  const isStopped = failedWith(error, 'projectStopped')
  return (
    <Notice kind="problem" title={<Trans>Error loading library</Trans>}>
      <p>{i18n._(problemText(error))}</p>
      {isStopped && (
        <>
          <p>
            <Trans>Its content cannot be reached. Starting it takes a few seconds.</Trans>
          </p>
          <p>
            <Button
              size="small"
              kind="primary"
              busy={starting.isPending}
              onClick={() => starting.start([library], onRetry)}
            >
              <Trans>Start</Trans>
            </Button>
          </p>
        </>
      )}
      <p>
        <Button size="small" busy={isRetrying} onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </p>
      <RequestId error={error} />
    </Notice>
  )
}
