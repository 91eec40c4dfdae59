import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { dayOf } from '@lintel/contract/people/guest-expiration'
import { type ReactNode, useState } from 'react'
import { DayField } from '../../api/form/day-field'
import { dayProblem } from '../../api/form/last-day'
import { firstPending } from '../../api/form/load-state'
import { PendingDialog } from '../../api/form/pending-dialog'
import { useLeaveGuard } from '../../api/form/use-leave-guard'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { FormActions } from '../../ui/form-actions'
import type { AccessTable } from './access-table'
import { allProjects, ProjectField } from './project-field'
import styles from './users-dialog.module.css'

interface EndFormProps {
  customer: string
  title: string
  /** Fields before the day. */
  before?: ReactNode
  /** Whether one of those fields has been changed. */
  isChosen?: boolean
  /** The last day, or null for no end. */
  onChoose(day: string | null, isDirty: boolean): void
  onClose(): void
}

/** One last day for several memberships; empty for access without an end. */
function EndForm({ customer, title, before, isChosen = false, onChoose, onClose }: EndFormProps) {
  const { t } = useLingui()
  const { timeZone, loadState } = useLoginMethods(customer)
  const [day, setDay] = useState('')
  const isDirty = day !== '' || isChosen
  const { leave, question } = useLeaveGuard(isDirty)
  const today = dayOf(Date.now(), timeZone)
  const isWrong = dayProblem(day, today) !== undefined
  return (
    <PendingDialog
      {...{ title, onClose }}
      pending={firstPending(loadState)}
      onLeave={() => leave(onClose)}
      above={question}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isWrong) onChoose(day || null, isDirty)
        }}
      >
        {before}
        <DayField
          label={t`End date`}
          hint={t`Leave it empty for access without an end.`}
          value={day}
          today={today}
          onChange={setDay}
        />
        <FormActions onCancel={onClose} isDisabled={isWrong}>
          <Trans>Preview</Trans>
        </FormActions>
      </form>
    </PendingDialog>
  )
}

interface SetEndDateProps extends Pick<EndFormProps, 'customer' | 'onChoose' | 'onClose'> {
  /** Number of cells. */
  count: number
}

/** One last day for several cells. */
export function SetEndDate({ count, ...props }: SetEndDateProps) {
  const { t } = useLingui()
  const title = t`${plural(count, { one: 'Set the end date for # cell', other: 'Set the end date for # cells' })}`
  return <EndForm title={title} {...props} />
}

interface SetEndDateOfUsersProps extends Pick<EndFormProps, 'customer' | 'onClose'> {
  table: AccessTable
  /** Number of people. */
  count: number
  /** Project id; undefined for all projects. */
  onChoose(project: string | undefined, day: string | null, isDirty: boolean): void
}

/** One last day for several people, in a chosen project or wherever they have access. */
export function SetEndDateOfUsers({ table, count, onChoose, ...props }: SetEndDateOfUsersProps) {
  const { t } = useLingui()
  const [project, setProject] = useState(allProjects)
  const title = t`${plural(count, { one: 'Set the end date for # user', other: 'Set the end date for # users' })}`
  return (
    <EndForm
      {...props}
      title={title}
      isChosen={project !== allProjects}
      before={<ProjectField table={table} value={project} hasAll onChange={setProject} />}
      onChoose={(day, isDirty) => onChoose(project === allProjects ? undefined : project, day, isDirty)}
    />
  )
}
