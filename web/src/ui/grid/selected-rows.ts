/** Rows that are selected by their checkboxes, and how many they were before some of them were not shown any more. */
export interface SelectedRows {
  ids: ReadonlySet<string>
  total: number
}

export const noRows: SelectedRows = { ids: new Set(), total: 0 }

/** The rows that were selected just now. */
export const selectedRows = (ids: ReadonlySet<string>): SelectedRows => ({ ids, total: ids.size })

/** The selection without rows that are not shown any more: the same one when none has left. */
export function shownRows(selected: SelectedRows, isShown: (id: string) => boolean): SelectedRows {
  const ids = [...selected.ids].filter(isShown)
  if (ids.length === selected.ids.size) return selected
  return ids.length === 0 ? noRows : { ids: new Set(ids), total: selected.total }
}
