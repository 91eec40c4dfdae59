import type { ReactNode } from 'react'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { LoadError } from '../load-error'

interface LoadedProps<Data> {
  /** Undefined until it is loaded for the first time. */
  data: Data | undefined
  error: Error | null | undefined
  /** What is being loaded, in the user's words: shown when it fails. */
  what?: string | undefined
  rows?: number
  children(data: Data): ReactNode
}

/** Shows data, or a skeleton while it loads. A failure is shown only without data: shown content is never replaced. */
export function Loaded<Data>({ data, error, what, rows = 4, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <LoadError error={error} what={what} />
  return <SkeletonRows rows={rows} />
}
