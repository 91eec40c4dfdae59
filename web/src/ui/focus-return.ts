const controls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

const controlsIn = (row: Element) => [...row.querySelectorAll<HTMLElement>(controls)]

/** The rows beside one, nearest first: those that follow, then those before it. */
function rowsBeside(row: Element): Element[] {
  const rows = [...(row.parentElement?.children ?? [])]
  const at = rows.indexOf(row)
  return [...rows.slice(at + 1), ...rows.slice(0, at).reverse()]
}

/**
 * Notes where the keyboard is when a dialog opens. Gives what brings it near there once the dialog is closed, when what opened it is
 * gone: to the same control of the next row, of the one before, or to the heading of the section. A list that is read anew after the
 * dialog has closed takes its row away only then: until somebody does something, that is waited for.
 */
export function noteFocus(): () => void {
  const { activeElement: opener } = document
  const row = opener?.closest('li, tr')
  const rows = row ? rowsBeside(row) : []
  const held: readonly Element[] = row ? controlsIn(row) : []
  const place = opener ? held.indexOf(opener) : -1
  const section = opener?.closest('section:has(h1, h2), dialog, main')

  function goOn() {
    if (document.activeElement !== document.body) return
    const beside = rows.filter(({ isConnected }) => isConnected).map(controlsIn)
    const near = beside.find(({ length }) => length > 0)
    const heading = section?.querySelector<HTMLElement>('h1, h2')
    if (!near && heading) heading.tabIndex = -1
    ;(near ? (near[place] ?? near[0]) : heading)?.focus()
  }

  return () => {
    goOn()
    if (!section?.isConnected || !opener?.isConnected) return
    const changes = new MutationObserver(() => {
      if (opener.isConnected) return
      stop()
      goOn()
    })
    const stop = () => {
      changes.disconnect()
      removeEventListener('keydown', stop)
      removeEventListener('pointerdown', stop)
    }
    changes.observe(section, { childList: true, subtree: true })
    addEventListener('keydown', stop)
    addEventListener('pointerdown', stop)
  }
}
