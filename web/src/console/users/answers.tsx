import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button'
import styles from './users-dialog.module.css'

interface AnswersProps {
  onCancel(): void
  isBusy?: boolean
  isDisabled?: boolean
  kind?: 'primary' | 'danger'
  /** The word of what submits the form. */
  children: ReactNode
}

/** The two ends of a form in a popover: Escape and Cancel leave it, Enter and the other button submit it. */
export const Answers = ({ onCancel, isBusy = false, isDisabled = false, kind = 'primary', children }: AnswersProps) => (
  <div className={styles.answers}>
    <Button onClick={onCancel}>
      <Trans>Cancel</Trans>
    </Button>
    <Button type="submit" kind={kind} busy={isBusy} disabled={isDisabled}>
      {children}
    </Button>
  </div>
)
