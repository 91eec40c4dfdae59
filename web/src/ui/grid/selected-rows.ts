/** Rows selected by checkbox, and how many they were before some became invisible. */
export interface SelectedRows {
  ids: ReadonlySet<string>
  total: number
}

export const noRows: SelectedRows = { ids: new Set(), total: 0 }

/** A new selection of rows. */
export const selectedRows = (ids: ReadonlySet<string>): SelectedRows => ({ ids, total: ids.size })

/** Removes rows that are no longer visible: returns the same object if none is. */
export function keepVisibleRows(selected: SelectedRows, isShown: (id: string) => boolean): SelectedRows {
  const ids = [...selected.ids].filter(isShown)
  if (ids.length === selected.ids.size) return selected
  return ids.length === 0 ? noRows : { ids: new Set(ids), total: selected.total }
}
