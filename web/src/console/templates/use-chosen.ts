import { useState } from 'react'

/**
 * The chosen record of a list, by its id in the address. Without an id it is the one that was the first when the list was read, also when
 * another is the first later. `isMissing` if there are others, but not this one. After `forget`, for a record that is removed here, it is
 * not missing once it is gone: another one is shown.
 */
export function useChosen<R extends { id: string }>(
  records: readonly R[],
  id: string | undefined,
): { record: R | undefined; isMissing: boolean; forget(id: string): void } {
  const [keptId, keep] = useState<string>()
  const [forgottenId, forget] = useState<string>()
  const find = (wanted: string | undefined) => records.find((each) => each.id === wanted)
  const chosenId = id ?? keptId
  const isOpen = chosenId === undefined || chosenId === forgottenId || records.length === 0
  const record = find(chosenId) ?? (isOpen ? (find(keptId) ?? records[0]) : undefined)
  if (isOpen && record?.id !== keptId) keep(record?.id)
  return { record, isMissing: record === undefined && records.length > 0, forget }
}
