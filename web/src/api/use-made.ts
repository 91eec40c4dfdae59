import { useState } from 'react'

/**
 * The records of a list that was read at `readAt` (milliseconds since 1970), and last of them the one that was made here since: whoever
 * made it chooses it, and it is not among them before they are read again. Gives how it is told of one, too.
 */
export function useMade<R extends { id: string }>(
  read: readonly R[],
  readAt: number,
): [records: readonly R[], make: (record: R) => void] {
  const [made, setMade] = useState<{ record: R; at: number }>()
  const isMissing = made !== undefined && readAt <= made.at && !read.some(({ id }) => id === made.record.id)
  return [isMissing ? [...read, made.record] : read, (record) => setMade({ record, at: Date.now() })]
}
