import { useLingui } from '@lingui/react/macro'
import styles from './floating.module.css'
import { FloatingMenu } from './floating-menu'

interface Fill {
  run: (() => void) | undefined
}

interface CellMenuProps {
  /** Names the cell by its row and column. */
  title: string
  lock: string | undefined
  /** Number of selected cells. */
  count: number
  anchorRect: DOMRect
  onOpen: (() => void) | undefined
  onCopy(): void
  onPaste: (() => void) | undefined
  /** Undefined where filling is not supported; without `run` it is not possible for these cells. */
  onFillDown: Fill | undefined
  onFillRight: Fill | undefined
  onClose(): void
}

/** Context menu of the selected cells, with the actions of the keyboard. */
export function CellMenu(props: CellMenuProps) {
  const { title, lock, count, anchorRect, onOpen, onCopy, onPaste, onFillDown, onFillRight, onClose } = props
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
      anchorRect={anchorRect}
      choices={[
        { key: 'open', label: t`Open`, run: onOpen },
        { key: 'copy', label: t`Copy`, run: onCopy },
        ...(onPaste ? [{ key: 'paste', label: t`Paste`, run: onPaste }] : []),
        ...(onFillDown ? [{ key: 'down', label: t`Fill down`, run: onFillDown.run }] : []),
        ...(onFillRight ? [{ key: 'right', label: t`Fill to the right`, run: onFillRight.run }] : []),
      ]}
      onClose={onClose}
    />
  )
}
