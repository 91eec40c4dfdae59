import type { ReactNode } from 'react'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { Failed } from '../failed'

interface LoadedProps<Data> {
  /** Undefined until it was read once. */
  data: Data | undefined
  error: Error | null | undefined
  /** What it is that is read, in the reader's words: said where it could not be. */
  what?: string | undefined
  rows?: number
  children(data: Data): ReactNode
}

/** What is read, or that it is being read. A failure shows only where there is nothing else: what stands is never replaced. */
export function Loaded<Data>({ data, error, what, rows = 4, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <Failed error={error} what={what} />
  return <SkeletonRows rows={rows} />
}
