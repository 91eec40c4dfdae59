import { useLingui } from '@lingui/react/macro'
import styles from './floating.module.css'
import { FloatingMenu } from './floating-menu'
import { cellsIn, type Range } from './selection'

interface CellMenuProps {
  /** Names the cell: its row, its column. */
  title: string
  lock: string | undefined
  range: Range
  beside: DOMRect
  onOpen: (() => void) | undefined
  onCopy(): void
  onPaste: (() => void) | undefined
  onFill: ((to: 'down' | 'right') => void) | undefined
  onClose(): void
}

/** What the keys do with the cells that are taken, for a finger and for the second button. */
export function CellMenu({ title, lock, range, beside, onOpen, onCopy, onPaste, onFill, onClose }: CellMenuProps) {
  const { t } = useLingui()
  const fill = (to: 'down' | 'right', isPossible: boolean) => (onFill && isPossible ? () => onFill(to) : undefined)
  return (
    <FloatingMenu
      label={cellsIn(range) > 1 ? t`Selected cells` : t`Cell ${title}`}
      title={
        <>
          {title}
          {lock !== undefined && <span className={styles.lock}>{lock}</span>}
        </>
      }
      beside={beside}
      choices={[
        { key: 'open', words: t`Open`, run: onOpen },
        { key: 'copy', words: t`Copy`, run: onCopy },
        ...(onPaste ? [{ key: 'paste', words: t`Paste`, run: onPaste }] : []),
        ...(onFill
          ? [
              { key: 'down', words: t`Fill down`, run: fill('down', range.bottom > range.top) },
              { key: 'right', words: t`Fill to the right`, run: fill('right', range.right > range.left) },
            ]
          : []),
      ]}
      onClose={onClose}
    />
  )
}
