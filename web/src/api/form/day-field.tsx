import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { useRef } from 'react'
import { ConsoleIcon } from '../../ui/console-icon'
import { TextField } from '../../ui/field'
import { fieldText } from '../problem-text'
import styles from './day-field.module.css'
import { dayProblem } from './last-day'
import { useErrorOnBlur } from './use-error-on-blur'

interface DayFieldProps {
  label: string
  value: string
  /** The earliest allowed day, `YYYY-MM-DD`; empty for any. */
  today: string
  /** The first day of a period of which this is the last one, `YYYY-MM-DD`, as typed: empty for none, ignored while it is not a day. */
  first?: string | undefined
  hint?: string | undefined
  onChange(value: string): void
}

/** A day, typed as `YYYY-MM-DD` or picked in the browser's calendar. */
export function DayField({ label, value, today, first = '', hint, onChange }: DayFieldProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const calendar = useRef<HTMLInputElement>(null)
  const problem = dayProblem(value, today)
  const { isVisible, onBlur } = useErrorOnBlur(problem !== undefined)
  // An incomplete date is not an error while it is being typed.
  const visibleProblem = isVisible || value.length >= 10 ? problem : undefined
  const begin = dayProblem(first, '') === undefined ? first : ''
  const isBeforeFirst = value !== '' && problem === undefined && value < begin
  const periodError = isBeforeFirst ? t`This day is before the first one.` : undefined
  return (
    <TextField
      label={label}
      value={value}
      placeholder="YYYY-MM-DD"
      maxLength={10}
      autoComplete="off"
      hint={hint}
      error={visibleProblem ? i18n._(fieldText(visibleProblem)) : periodError}
      onChange={({ target }) => onChange(target.value.trim())}
      onBlur={onBlur}
      inside={
        <span className={styles.calendar}>
          <button
            type="button"
            className={styles.open}
            aria-label={t`Choose a day: ${label}`}
            title={t`Choose a day`}
            onClick={() => calendar.current?.showPicker()}
          >
            <ConsoleIcon name="calendar" size={16} />
          </button>
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden
            className={styles.picker}
            min={begin > today ? begin : today}
            value={dayProblem(value, '') === undefined ? value : ''}
            onChange={({ target }) => onChange(target.value)}
          />
        </span>
      }
    />
  )
}
