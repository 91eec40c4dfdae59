import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type CellId, columnAt, columnIdAt, type GridContext, positionOf } from './cell-id'
import type { GroupRun } from './layout'
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
}

/** The open menu: it keeps its target, and closes when that is no longer visible. */
export function useOpenMenu({ scroller, context, groups }: MenuOptions) {
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

  return { menu, openMenu: setTarget, closeMenu }
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
