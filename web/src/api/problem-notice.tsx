import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Notice } from '../ui/notice'
import { problemText } from './problem-text'
import { RequestId } from './request-id'

interface ProblemNoticeProps {
  error: unknown
  /** Replaces the text of the failure. */
  title?: ReactNode
  children?: ReactNode
}

/** The text of a failed call, with the request id where the server has responded. */
export function ProblemNotice({ error, title, children }: ProblemNoticeProps) {
  const { i18n } = useLingui()
  return (
    <Notice kind="problem" title={title || i18n._(problemText(error))}>
      {children}
      <RequestId error={error} />
    </Notice>
  )
}
