import { type RefObject, useEffect, useState } from 'react'
import { type CellGround, type CellId, cellAt, isSameCell } from './cell-id'
import type { OpenMenu } from './grid-menus'

interface MenuTerms extends CellGround {
  scroller: RefObject<HTMLDivElement | null>
}

/** The menu that is open. That of a cell closes when the rows were read again and another cell stands in its place. */
export function useOpenMenu({ scroller, layout, columns, rows, cells }: MenuTerms) {
  const ground = { layout, columns, rows, cells }
  const [opened, setOpened] = useState<{ menu: OpenMenu; about: CellId | undefined }>()

  const idOf = (menu: OpenMenu) => ('cell' in menu ? cellAt(menu.cell, ground) : undefined)
  const now = opened && idOf(opened.menu)
  const isAnother = opened !== undefined && !isSameCell(now, opened.about)

  function closeMenu() {
    setOpened(undefined)
    scroller.current?.focus({ preventScroll: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: when another cell stands there
  useEffect(() => {
    if (isAnother) closeMenu()
  }, [isAnother])

  return {
    menu: isAnother ? undefined : opened?.menu,
    setMenu: (menu: OpenMenu) => setOpened({ menu, about: idOf(menu) }),
    closeMenu,
  }
}
