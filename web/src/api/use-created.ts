import { useState } from 'react'

/**
 * The records of a list read at `readAt` (epoch ms), followed by a record created here since: its creator selects it before the refetch
 * includes it. Also returns the function that adds the created record.
 */
export function useCreated<R extends { id: string }>(
  read: readonly R[],
  readAt: number,
): [records: readonly R[], add: (record: R) => void] {
  const [created, setCreated] = useState<{ record: R; at: number }>()
  const isMissing = created !== undefined && readAt <= created.at && !read.some(({ id }) => id === created.record.id)
  return [isMissing ? [...read, created.record] : read, (record) => setCreated({ record, at: Date.now() })]
}
