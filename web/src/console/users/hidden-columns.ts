import { type Arrangement, changeColumn, isGroupHidden, isShown, setGroupVisible } from '../../ui/grid/arrangement'
import type { GridColumn } from '../../ui/grid/grid-column'

/** Those of the columns that the arrangement hides, one by one or with their group. */
export function hiddenColumns(columns: readonly GridColumn[], arrangement: Arrangement): GridColumn[] {
  const entries = new Map(arrangement.columns.map((entry) => [entry.id, entry]))
  return columns.filter((column) => !isShown(column, entries.get(column.id)) || isGroupHidden(column, arrangement))
}

/** The arrangement with these columns shown, and with them the groups that they are hidden with. */
export const withColumnsShown = (
  columns: readonly GridColumn[],
  arrangement: Arrangement,
  hidden: readonly GridColumn[],
): Arrangement =>
  hidden.reduce((before, { id, group }) => {
    const inGroup = group ? setGroupVisible(before, group.id, true) : before
    const isHidden = before.columns.some((entry) => entry.id === id && entry.isVisible === false)
    return isHidden ? changeColumn(columns, inGroup, id, { isVisible: true }) : inGroup
  }, arrangement)
