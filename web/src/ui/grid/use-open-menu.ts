import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type CellId, cellAt, columnAt, columnIdAt, type GridContext, positionOf } from './cell-id'
import { checkboxColumn, type GroupRun } from './layout'
import type { CellPosition } from './selection'

/** What a menu was opened for, by id, and its rectangle in the window. */
export type MenuTarget = { anchorRect: DOMRect } & (
  | { of: 'column'; columnId: string }
  /** A group of columns, by its first column. */
  | { of: 'group'; columnId: string }
  | { of: 'cell'; cell: CellId }
)

/** The open menu with the current position of its target. */
export type OpenMenu = { anchorRect: DOMRect } & ({ columnIndex: number } | { run: GroupRun } | { cell: CellPosition })

interface MenuOptions {
  scroller: RefObject<HTMLDivElement | null>
  context: GridContext
  groups: readonly GroupRun[]
  active: CellPosition | undefined
  /** Scrolls to a cell and renders it. */
  reveal(at: CellPosition): void
}

/** The open menu: it keeps its target, and closes when that is no longer visible. */
export function useOpenMenu({ scroller, context, groups, active, reveal }: MenuOptions) {
  const [target, setTarget] = useState<MenuTarget>()
  const menu = target && resolveMenu(target, context, groups)
  const isMissing = target !== undefined && menu === undefined

  function closeMenu() {
    setTarget(undefined)
    scroller.current?.focus({ preventScroll: true })
  }

  // Returns the focus to the grid when the target disappears.
  const onMissing = useEffectEvent(closeMenu)
  useEffect(() => {
    if (isMissing) onMissing()
  }, [isMissing])

  const elementAt = (selector: string) => scroller.current?.querySelector(selector)

  const openColumnMenu = (columnIndex: number, anchorRect: DOMRect) => {
    const columnId = context.columns[columnIndex]?.id
    if (columnId !== undefined) setTarget({ of: 'column', columnId, anchorRect })
  }

  const openGroupMenu = (run: GroupRun, anchorRect: DOMRect) => {
    const columnId = columnIdAt(run.start, context)
    if (columnId !== undefined) setTarget({ of: 'group', columnId, anchorRect })
  }

  return {
    menu,
    closeMenu,
    openColumnMenu,
    openGroupMenu,
    /** Opens the menu of a cell at a point of the window. */
    openCellMenu: (cell: CellId, anchorRect: DOMRect) => setTarget({ of: 'cell', cell, anchorRect }),
    /** The same by keyboard: at the heading, at the group heading and at the active cell. */
    openColumnMenuByKey(position: number) {
      const heading = elementAt(`[data-heading="${position}"]`)
      if (heading) openColumnMenu(context.columnIndexes[position] ?? checkboxColumn, heading.getBoundingClientRect())
    },
    openGroupMenuByKey(run: GroupRun) {
      const heading = elementAt(`[data-group="${run.start}"] > :first-child`)
      if (heading) openGroupMenu(run, heading.getBoundingClientRect())
    },
    openCellMenuByKey() {
      if (!active || context.columnIndexes[active.column] === checkboxColumn) return
      reveal(active)
      const element = elementAt(`[data-row="${active.row}"] [data-column="${active.column}"]`)
      const cell = cellAt(active, context)
      if (element && cell) setTarget({ of: 'cell', cell, anchorRect: element.getBoundingClientRect() })
    },
  }
}

function resolveMenu(target: MenuTarget, context: GridContext, groups: readonly GroupRun[]): OpenMenu | undefined {
  const { anchorRect } = target
  if (target.of === 'cell') {
    const cell = positionOf(target.cell, context)
    return cell && { anchorRect, cell }
  }
  const column = columnAt(target.columnId, context)
  if (column < 0) return undefined
  if (target.of === 'column') return { anchorRect, columnIndex: context.columnIndexes[column] ?? 0 }
  const run = groups.find(({ start, end }) => columnIdAt(start, context) === target.columnId && end > start)
  return run && { anchorRect, run }
}
