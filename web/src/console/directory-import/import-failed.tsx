import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { RequestId } from '../../api/failed'
import { failedWith } from '../../api/failure'
import { codeText, problemText } from '../../api/problem-text'
import { Notice } from '../../ui/notice'

interface ImportFailedProps {
  /** What the call failed with. */
  error?: unknown
  /** Or the code that a job left. */
  code?: string | null
  /** What can be done about it. */
  children?: ReactNode
}

const notAnArchive = msg`This file is no ZIP archive of CSV files that can be read.`

/** An import failed, and with what the server answered (admin-console chapters 2 and 8). */
export function ImportFailed({ error, code, children }: ImportFailedProps) {
  const { i18n } = useLingui()
  // Nobody is asked for a single spreadsheet here.
  const isNoArchive = code === 'notASpreadsheet' || failedWith(error, 'notASpreadsheet')
  const words = isNoArchive ? notAnArchive : code ? codeText(code) : problemText(error)
  return (
    <Notice kind="problem" title={<Trans>Error importing file</Trans>}>
      <p>{i18n._(words)}</p>
      <RequestId error={error} />
      {children}
    </Notice>
  )
}
