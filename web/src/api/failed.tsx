import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { isUnanswered } from './failure'
import { problemText } from './problem-text'
import { RequestId } from './request-id'
import { useRecovery } from './use-recovery'

/**
 * In the place of what could not be loaded: what that is, whether the network or the server is at fault, another try, and the request's id
 * for the support. It recovers by itself ({@link useRecovery}).
 */
export function Failed({ error, what }: { error: unknown; what?: string | undefined }) {
  const { i18n } = useLingui()
  const { retry, isRetrying } = useRecovery(error)
  return (
    <Notice
      kind="problem"
      title={isUnanswered(error) ? <Trans>No connection</Trans> : <Trans>This could not be loaded</Trans>}
    >
      {what !== undefined && (
        <p>
          <Trans>Could not be loaded: {what}</Trans>
        </p>
      )}
      <p>{i18n._(problemText(error))}</p>
      <p>
        <Button size="small" busy={isRetrying} onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      </p>
      <RequestId error={error} />
    </Notice>
  )
}
