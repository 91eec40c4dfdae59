import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../button'
import { Dialog } from '../dialog'
import { DialogActions } from '../dialog-actions'
import styles from './grid-shortcuts.module.css'

interface GridShortcutsProps {
  /** Which shortcuts: in a matrix Enter edits cells, in a list it opens the record. */
  of: 'matrix' | 'records'
  /** The screen lists its recent changes. */
  hasRecentChanges?: boolean | undefined
  onClose(): void
}

/** Dialog with the keyboard shortcuts of a grid. */
export function GridShortcuts({ of, hasRecentChanges, onClose }: GridShortcutsProps) {
  const { t } = useLingui()
  const title = t`Keyboard shortcuts`
  const moving = [
    { keys: ['↑', '↓', '←', '→'], does: t`Move to the next cell` },
    { keys: ['Ctrl + ↑ ↓ ← →'], does: t`Move to the first or last one` },
  ]
  const inMatrix = [
    { keys: ['Shift + ↑ ↓ ← →'], does: t`Select several cells` },
    { keys: ['Ctrl + A'], does: t`Select all cells` },
    { keys: ['Ctrl + Space'], does: t`Select the column` },
    { keys: ['Space'], does: t`Select the row` },
    { keys: ['Shift + Space'], does: t`Select the rows of the selected cells` },
    { keys: ['Enter', 'F2'], does: t`Change what is selected` },
    { keys: ['Delete'], does: t`Remove what is selected` },
    { keys: ['Ctrl + C', 'Ctrl + V'], does: t`Copy and paste` },
    { keys: ['Ctrl + D', 'Ctrl + R'], does: t`Fill down, fill to the right` },
    { keys: ['Ctrl + Z', 'Ctrl + Shift + Z'], does: t`Undo and redo` },
    { keys: ['Shift + F10'], does: t`Open the menu of the cell` },
  ]
  const inRecords = [
    { keys: ['Space'], does: t`Select the row` },
    { keys: ['Enter'], does: t`Open the record` },
  ]
  const shortcuts = [
    ...moving,
    ...(of === 'matrix' ? inMatrix : inRecords),
    { keys: ['Alt + ↓'], does: t`Open the menu of the column, on its heading` },
    { keys: ['Alt + ← →'], does: t`Move the column, on its heading` },
    { keys: ['Escape'], does: t`Clear the selection` },
    { keys: ['/'], does: t`Search` },
    ...(hasRecentChanges ? [{ keys: ['.'], does: t`Show the recent changes` }] : []),
    { keys: ['?'], does: t`Show this list` },
  ]
  return (
    <Dialog label={title} onClose={onClose}>
      <div className={styles.dialog}>
        <h2>{title}</h2>
        <dl className={styles.list}>
          {shortcuts.map(({ keys, does }) => (
            <div key={does} className={styles.shortcut}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key} className={styles.key}>
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <DialogActions>
          <Button onClick={onClose} data-autofocus>
            <Trans>Close</Trans>
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
