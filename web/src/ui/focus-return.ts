const controls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

const controlsIn = (row: Element) => [...row.querySelectorAll<HTMLElement>(controls)]

/** The siblings of a row, nearest first: those after it, then those before it. */
function siblingRows(row: Element): Element[] {
  const rows = [...(row.parentElement?.children ?? [])]
  const at = rows.indexOf(row)
  return [...rows.slice(at + 1), ...rows.slice(0, at).reverse()]
}

/**
 * For the press of a button that its own action removes later: the focus is then restored near there, as after a dialog, unless the person
 * has done something meanwhile.
 */
export const keepFocusNearby = (): void => captureFocus()()

/**
 * Remembers the focus when a dialog opens. Returns a function that restores it near there once the dialog is closed and
 * its opener is gone: on the same control of the next row, of the previous row, or on the heading of the section. If a
 * refetch removes the opener's row only later, the focus is restored then, unless the person has done something
 * meanwhile.
 */
export function captureFocus(): () => void {
  const { activeElement: opener } = document
  const row = opener?.closest('li, tr')
  const rows = row ? siblingRows(row) : []
  const rowControls: readonly Element[] = row ? controlsIn(row) : []
  const controlIndex = opener ? rowControls.indexOf(opener) : -1
  const section = opener?.closest('section:has(h1, h2), dialog, main')

  function restoreFocus() {
    if (document.activeElement !== document.body) return
    const candidates = rows.filter(({ isConnected }) => isConnected).map(controlsIn)
    const nearest = candidates.find(({ length }) => length > 0)
    const heading = section?.querySelector<HTMLElement>('h1, h2')
    if (!nearest && heading) heading.tabIndex = -1
    ;(nearest ? (nearest[controlIndex] ?? nearest[0]) : heading)?.focus()
  }

  return () => {
    restoreFocus()
    if (!section?.isConnected || !opener?.isConnected) return
    const changes = new MutationObserver(() => {
      if (opener.isConnected) return
      stop()
      restoreFocus()
    })
    const closedAt = performance.now()
    // The key that closed the dialog arrives here afterwards.
    const onAction = ({ timeStamp }: Event) => {
      if (timeStamp > closedAt) stop()
    }
    const stop = () => {
      changes.disconnect()
      removeEventListener('keydown', onAction)
      removeEventListener('pointerdown', onAction)
    }
    changes.observe(section, { childList: true, subtree: true })
    addEventListener('keydown', onAction)
    addEventListener('pointerdown', onAction)
  }
}
