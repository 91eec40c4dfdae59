import { useState } from 'react'

/** The failure of a polled query, until data arrive: without data, the query itself has no error while it is read again. */
export function useLastFailure({ data, error }: { data: unknown; error: unknown }): unknown {
  const [last, setLast] = useState(error)
  const failure = error ?? (data === undefined ? last : null)
  if (failure !== last) setLast(failure)
  return failure
}
