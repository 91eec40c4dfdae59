import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { FailureDetail } from '@lintel/contract/people/archive-refusals'
import type { ReactNode } from 'react'
import { RequestId } from '../../api/request-id'
import { Notice } from '../../ui/notice'
import { importErrorText, importFailureText } from './import-failure-text'

interface ImportFailedProps {
  /** The error of a call. */
  error?: unknown
  /** Or the error code of a job, with its details. */
  code?: string | null
  detail?: FailureDetail | null
  /** Actions that are offered. */
  children?: ReactNode
}

/** Error notice of a failed import (admin-console chapters 2 and 8). */
export function ImportFailed({ error, code, detail = null, children }: ImportFailedProps) {
  const { i18n } = useLingui()
  const message = code ? importFailureText(code, detail) : importErrorText(error)
  return (
    <Notice kind="problem" title={<Trans>Error importing file</Trans>}>
      <p>{i18n._(message)}</p>
      <RequestId error={error} />
      {children}
    </Notice>
  )
}
