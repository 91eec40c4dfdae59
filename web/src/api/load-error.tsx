import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button'
import { keepFocusNearby } from '../ui/focus-return'
import { Notice } from '../ui/notice'
import { hasNoResponse } from './failure'
import { problemText } from './problem-text'
import { RequestId } from './request-id'
import { useRecovery } from './use-recovery'

/**
 * Shown in place of something that could not be loaded: what it is, the reason, a retry button and the request id for the support. Recovers
 * by itself ({@link useRecovery}).
 */
export function LoadError({ error, what }: { error: unknown; what?: string | undefined }) {
  const { i18n } = useLingui()
  const { retry, isRetrying } = useRecovery(error)
  return (
    <Notice
      kind="problem"
      title={hasNoResponse(error) ? <Trans>No connection</Trans> : <Trans>This could not be loaded</Trans>}
    >
      {what !== undefined && (
        <p>
          <Trans>Could not be loaded: {what}</Trans>
        </p>
      )}
      <p>{i18n._(problemText(error))}</p>
      <p>
        <Button
          size="small"
          busy={isRetrying}
          onClick={() => {
            keepFocusNearby()
            retry()
          }}
        >
          <Trans>Try again</Trans>
        </Button>
      </p>
      <RequestId error={error} />
    </Notice>
  )
}
