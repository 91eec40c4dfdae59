import { useLingui } from '@lingui/react/macro'
import styles from './floating.module.css'
import { FloatingMenu } from './floating-menu'

interface Fill {
  run: (() => void) | undefined
}

interface CellMenuProps {
  /** Names the cell: its row, its column. */
  title: string
  lock: string | undefined
  /** How many cells it is about. */
  count: number
  beside: DOMRect
  onOpen: (() => void) | undefined
  onCopy(): void
  onPaste: (() => void) | undefined
  /** Undefined where nothing can be filled; without `run` not these cells. */
  onFillDown: Fill | undefined
  onFillRight: Fill | undefined
  onClose(): void
}

/** What the keys do with the cells that are taken, for a finger and for the second button. */
export function CellMenu(props: CellMenuProps) {
  const { title, lock, count, beside, onOpen, onCopy, onPaste, onFillDown, onFillRight, onClose } = props
  const { t } = useLingui()
  return (
    <FloatingMenu
      label={count > 1 ? t`Selected cells` : t`Cell ${title}`}
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
        ...(onFillDown ? [{ key: 'down', words: t`Fill down`, run: onFillDown.run }] : []),
        ...(onFillRight ? [{ key: 'right', words: t`Fill to the right`, run: onFillRight.run }] : []),
      ]}
      onClose={onClose}
    />
  )
}
