import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './button'
import styles from './form-actions.module.css'

interface FormActionsProps {
  /** Leaves the form without asking; without it the form has nothing to be left for. */
  onCancel?: (() => void) | undefined
  isBusy?: boolean
  /** What is being done while it is busy; default saving. */
  busyWords?: ReactNode
  isDisabled?: boolean
  kind?: 'primary' | 'danger'
  /** At the start of a page's column, or at the end of a dialog. */
  place?: 'start' | 'end'
  /** What else can be done with the record; stands apart. */
  aside?: ReactNode
  /** The word of what submits the form; left out where nothing can be changed. */
  children?: ReactNode
}

/** The end of a form: Cancel leaves it, Enter and the other button submit it. */
export const FormActions = (props: FormActionsProps) => {
  const {
    onCancel,
    isBusy = false,
    busyWords,
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
        {isBusy && (busyWords ?? <Trans>Saving …</Trans>)}
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
