import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type CellId, columnAt, columnIdAt, type Ground, placeOf } from './cell-id'
import type { GroupRun } from './layout'
import type { Place } from './selection'

/** What a menu is about, by identity, and where that was in the window. */
export type MenuAbout = { beside: DOMRect } & (
  | { of: 'column'; columnId: string }
  /** A group of columns, by the first one of them. */
  | { of: 'group'; columnId: string }
  | { of: 'cell'; cell: CellId }
)

/** The same with where it stands now. */
export type OpenMenu = { beside: DOMRect } & ({ place: number } | { run: GroupRun } | { cell: Place })

interface MenuTerms {
  scroller: RefObject<HTMLDivElement | null>
  ground: Ground
  groups: readonly GroupRun[]
}

/** The menu that is open: it stays about what it was opened for, and closes when that is not shown any more. */
export function useOpenMenu({ scroller, ground, groups }: MenuTerms) {
  const [about, setAbout] = useState<MenuAbout>()
  const menu = about && resolved(about, ground, groups)
  const isGone = about !== undefined && menu === undefined

  function closeMenu() {
    setAbout(undefined)
    scroller.current?.focus({ preventScroll: true })
  }

  // The focus goes back to the grid when what the menu is about has gone, which only the browser can do.
  const onGone = useEffectEvent(closeMenu)
  useEffect(() => {
    if (isGone) onGone()
  }, [isGone])

  return { menu, openMenu: setAbout, closeMenu }
}

function resolved(about: MenuAbout, ground: Ground, groups: readonly GroupRun[]): OpenMenu | undefined {
  const { beside } = about
  if (about.of === 'cell') {
    const cell = placeOf(about.cell, ground)
    return cell && { beside, cell }
  }
  const column = columnAt(about.columnId, ground)
  if (column < 0) return undefined
  if (about.of === 'column') return { beside, place: ground.places[column] ?? 0 }
  const run = groups.find(({ start, end }) => columnIdAt(start, ground) === about.columnId && end > start)
  return run && { beside, run }
}
