import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { FailureDetail } from '@lintel/contract/people/archive-refusals'
import type { ReactNode } from 'react'
import { RequestId } from '../../api/request-id'
import { Notice } from '../../ui/notice'
import { importErrorText, importFailureText } from './import-failure-text'

interface ImportFailedProps {
  /** What the call failed with. */
  error?: unknown
  /** Or the code that a job left, and what it left beside it. */
  code?: string | null
  detail?: FailureDetail | null
  /** What can be done about it. */
  children?: ReactNode
}

/** An import failed, and with what the server answered (admin-console chapters 2 and 8). */
export function ImportFailed({ error, code, detail = null, children }: ImportFailedProps) {
  const { i18n } = useLingui()
  const words = code ? importFailureText(code, detail) : importErrorText(error)
  return (
    <Notice kind="problem" title={<Trans>Error importing file</Trans>}>
      <p>{i18n._(words)}</p>
      <RequestId error={error} />
      {children}
    </Notice>
  )
}
