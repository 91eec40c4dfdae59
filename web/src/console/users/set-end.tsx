import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { dayOf } from '@lintel/contract/people/guest-expiration'
import { useState } from 'react'
import { DayField } from '../../api/form/day-field'
import { dayProblem } from '../../api/form/last-day'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { Dialog } from '../../ui/dialog'
import { FormActions } from '../../ui/form-actions'
import styles from './users-dialog.module.css'

interface SetEndProps {
  customer: string
  /** How many cells it is for. */
  count: number
  /** The last day, or null for no end. */
  onChoose(day: string | null): void
  onClose(): void
}

/** One last day for several cells; empty for access without an end. */
export function SetEnd({ customer, count, onChoose, onClose }: SetEndProps) {
  const { t } = useLingui()
  const { timeZone } = useLoginMethods(customer)
  const [day, setDay] = useState('')
  const title = t`${plural(count, { one: 'Set the end of access for # cell', other: 'Set the end of access for # cells' })}`
  const today = dayOf(Date.now(), timeZone)
  const isWrong = dayProblem(day, today) !== undefined
  return (
    <Dialog label={title} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isWrong) onChoose(day || null)
        }}
      >
        <h2>{title}</h2>
        <DayField
          label={t`Access until`}
          hint={t`Leave it empty for access without an end.`}
          value={day}
          today={today}
          onChange={setDay}
        />
        <FormActions onCancel={onClose} isDisabled={isWrong}>
          <Trans>Preview</Trans>
        </FormActions>
      </form>
    </Dialog>
  )
}
