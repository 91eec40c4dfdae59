import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { RequestId } from '../../api/request-id'
import { failureText } from '../../shell/change-sets/failure-text'
import { Notice } from '../../ui/notice'

interface ImportFailedProps {
  error: unknown
  /** Actions that are offered. */
  children?: ReactNode
}

/** Error notice of a failed import (admin-console chapters 2 and 8). */
export function ImportFailed({ error, children }: ImportFailedProps) {
  const { i18n } = useLingui()
  return (
    <Notice kind="problem" title={<Trans>Error importing file</Trans>}>
      <p>{i18n._(failureText(error))}</p>
      <RequestId error={error} />
      {children}
    </Notice>
  )
}
