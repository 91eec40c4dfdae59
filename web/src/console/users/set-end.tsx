import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { dayOf } from '@lintel/contract/people/guest-expiration'
import { type ReactNode, useState } from 'react'
import { DayField } from '../../api/form/day-field'
import { dayProblem } from '../../api/form/last-day'
import { unreadOf } from '../../api/form/reading'
import { ReadingDialog } from '../../api/form/reading-dialog'
import { useLeaving } from '../../api/form/use-leaving'
import { useLoginMethods } from '../../api/form/use-login-methods'
import { FormActions } from '../../ui/form-actions'
import type { AccessTable } from './access-table'
import { allProjects, ProjectField } from './project-field'
import styles from './users-dialog.module.css'

interface EndFormProps {
  customer: string
  title: string
  /** What is asked before the day. */
  before?: ReactNode
  /** Something before the day was chosen. */
  isChosen?: boolean
  /** The last day, or null for no end. */
  onChoose(day: string | null): void
  onClose(): void
}

/** One last day for several; empty for access without an end. */
function EndForm({ customer, title, before, isChosen = false, onChoose, onClose }: EndFormProps) {
  const { t } = useLingui()
  const { timeZone, reading } = useLoginMethods(customer)
  const [day, setDay] = useState('')
  const { leave, question } = useLeaving(day !== '' || isChosen)
  const today = dayOf(Date.now(), timeZone)
  const isWrong = dayProblem(day, today) !== undefined
  return (
    <ReadingDialog {...{ title, onClose }} unread={unreadOf(reading)} onLeave={() => leave(onClose)} above={question}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isWrong) onChoose(day || null)
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
    </ReadingDialog>
  )
}

interface SetEndProps extends Pick<EndFormProps, 'customer' | 'onChoose' | 'onClose'> {
  /** How many cells it is for. */
  count: number
}

/** One last day for several cells. */
export function SetEnd({ count, ...props }: SetEndProps) {
  const { t } = useLingui()
  const title = t`${plural(count, { one: 'Set the end date for # cell', other: 'Set the end date for # cells' })}`
  return <EndForm title={title} {...props} />
}

interface SetEndOfUsersProps extends Pick<EndFormProps, 'customer' | 'onClose'> {
  table: AccessTable
  /** How many people it is for. */
  count: number
  /** With the project, undefined for all of them. */
  onChoose(project: string | undefined, day: string | null): void
}

/** One last day for several people, in a project that is chosen with it or wherever they have access. */
export function SetEndOfUsers({ table, count, onChoose, ...props }: SetEndOfUsersProps) {
  const { t } = useLingui()
  const [project, setProject] = useState(allProjects)
  const title = t`${plural(count, { one: 'Set the end date for # user', other: 'Set the end date for # users' })}`
  return (
    <EndForm
      {...props}
      title={title}
      isChosen={project !== allProjects}
      before={<ProjectField table={table} value={project} hasAll onChange={setProject} />}
      onChoose={(day) => onChoose(project === allProjects ? undefined : project, day)}
    />
  )
}
