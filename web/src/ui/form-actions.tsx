import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './button'
import styles from './form-actions.module.css'

interface FormActionsProps {
  /** Leaves the form without confirmation; undefined where there is nothing to cancel. */
  onCancel?: (() => void) | undefined
  isBusy?: boolean
  /** Label shown while busy; default “Saving”. */
  busyLabel?: ReactNode
  isDisabled?: boolean
  kind?: 'primary' | 'danger'
  /** Alignment: at the start of a page's column, or at the end of a dialog. */
  place?: 'start' | 'end'
  /** Other actions on the record, set apart. */
  aside?: ReactNode
  /** Label of the submit button; left out where nothing can be changed. */
  children?: ReactNode
}

/** The buttons of a form: Cancel, and the one that submits it. */
export const FormActions = (props: FormActionsProps) => {
  const {
    onCancel,
    isBusy = false,
    busyLabel,
    isDisabled = false,
    kind = 'primary',
    place = 'end',
    aside,
    children,
  } = props
  const cancel = onCancel && (
    <Button onClick={onCancel}>{children === undefined ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}</Button>
  )
  return (
    <div className={styles.actions} data-place={place}>
      {aside && <span className={styles.apart}>{aside}</span>}
      <span role="status" className={styles.saving}>
        {isBusy && (busyLabel ?? <Trans>Saving …</Trans>)}
      </span>
      {place === 'end' && cancel}
      {children !== undefined && (
        <Button type="submit" kind={kind} busy={isBusy} disabled={isDisabled}>
          {children}
        </Button>
      )}
      {place === 'start' && cancel}
    </div>
  )
}
