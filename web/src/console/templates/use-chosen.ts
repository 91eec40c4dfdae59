import { useState } from 'react'

/**
 * The chosen record of a list, by its id in the address. Without an id it is the one that was the first when the list was read, also when
 * another is the first later. `isMissing` if there are others, but not this one.
 */
export function useChosen<R extends { id: string }>(
  records: readonly R[],
  id: string | undefined,
): { record: R | undefined; isMissing: boolean } {
  const [firstId, setFirstId] = useState<string>()
  const first = records[0]
  if (firstId === undefined && first) setFirstId(first.id)
  const record = records.find((each) => each.id === (id ?? firstId ?? first?.id))
  return { record, isMissing: record === undefined && records.length > 0 }
}
