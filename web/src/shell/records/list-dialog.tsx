import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Loaded } from '../../api/form/loaded'
import { LoadError } from '../../api/load-error'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { DialogActions } from '../../ui/dialog-actions'
import { EmptyState } from '../../ui/empty-state'
import styles from './list-dialog.module.css'

interface ListDialogProps<T> {
  title: string
  size?: 'plain' | 'wide'
  /** Shown above the list, as filters and notices. */
  above?: ReactNode
  /** Undefined while loading; null if nothing is to be listed yet. */
  items: readonly T[] | undefined | null
  /** Further items are still to be read. */
  isPartial?: boolean
  /** Shown in place of the list, or below an incomplete one: a page of it could not be read. */
  error: Error | null
  /** Text of the empty list. */
  empty: ReactNode
  /** Whether Close has the initial focus; default true. */
  isCloseFocused?: boolean
  /** Actions beside the close button. */
  actions?: ReactNode
  children(items: readonly T[]): ReactNode
  onClose(): void
}

/** A dialog that shows a list. */
export function ListDialog<T>({
  title,
  size = 'wide',
  above,
  items,
  isPartial = false,
  error,
  empty,
  isCloseFocused = true,
  ...rest
}: ListDialogProps<T>) {
  return (
    <Dialog label={title} onClose={rest.onClose} size={size}>
      <div className={styles.dialog}>
        <h2>{title}</h2>
        {above}
        {items !== null && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
          <section className={styles.scroll} tabIndex={0} aria-label={title}>
            <Loaded data={items} error={error} what={title} rows={5}>
              {(listed) => (listed.length === 0 ? <EmptyState title={empty} /> : rest.children(listed))}
            </Loaded>
          </section>
        )}
        {isPartial && items && error && <LoadError error={error} what={title} />}
        <DialogActions>
          {rest.actions}
          <Button onClick={rest.onClose} data-autofocus={isCloseFocused || undefined}>
            <Trans>Close</Trans>
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
