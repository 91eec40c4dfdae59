import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { RequestId } from '../../api/failed'
import { problemText } from '../../api/problem-text'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'

interface LibraryFailedProps {
  error: Error
  isRetrying: boolean
  onRetry(): void
}

/** A library could not be loaded (admin-console chapter 8): why, and another try. */
export function LibraryFailed({ error, isRetrying, onRetry }: LibraryFailedProps) {
  const { i18n } = useLingui()
  return (
    <Notice kind="problem" title={<Trans>Error loading library</Trans>}>
      <p>{i18n._(problemText(error))}</p>
      <p>
        <Button size="small" busy={isRetrying} onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </p>
      <RequestId error={error} />
    </Notice>
  )
}
