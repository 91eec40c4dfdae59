import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Notice } from '../ui/notice'
import { problemText } from './problem-text'
import { RequestId } from './request-id'

interface ProblemNoticeProps {
  error: unknown
  /** What to say in the place of the failure's own words. */
  title?: ReactNode
  children?: ReactNode
}

/** What went wrong with something that was asked of the server, with the request's id where it has answered. */
export function ProblemNotice({ error, title, children }: ProblemNoticeProps) {
  const { i18n } = useLingui()
  return (
    <Notice kind="problem" title={title || i18n._(problemText(error))}>
      {children}
      <RequestId error={error} />
    </Notice>
  )
}
