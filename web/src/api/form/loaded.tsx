import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Notice } from '../../ui/notice'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { problemText } from '../problem-text'

interface LoadedProps<Data> {
  /** Undefined until it was read once. */
  data: Data | undefined
  error: Error | null | undefined
  rows?: number
  children(data: Data): ReactNode
}

/** What is read, or that it is being read. A failure shows only where there is nothing else: what stands is never replaced. */
export function Loaded<Data>({ data, error, rows = 4, children }: LoadedProps<Data>) {
  const { i18n } = useLingui()
  if (data !== undefined) return children(data)
  if (error) return <Notice kind="problem" title={i18n._(problemText(error))} />
  return <SkeletonRows rows={rows} />
}
