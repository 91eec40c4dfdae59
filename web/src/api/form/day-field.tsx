import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { useRef } from 'react'
import { Drawing } from '../../ui/drawing'
import { TextField } from '../../ui/field'
import { fieldText } from '../problem-text'
import styles from './day-field.module.css'
import { dayProblem } from './last-day'
import { useToldWhenLeft } from './use-told-when-left'

interface DayFieldProps {
  label: string
  value: string
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  today: string
  hint?: string | undefined
  onChange(value: string): void
}

/** A day, typed as `YYYY-MM-DD` or picked from the browser's own calendar. */
export function DayField({ label, value, today, hint, onChange }: DayFieldProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const calendar = useRef<HTMLInputElement>(null)
  const problem = dayProblem(value, today)
  const { isTold, onBlur } = useToldWhenLeft(problem !== undefined)
  // Half a date is no mistake yet while it is typed.
  const told = isTold || value.length >= 10 ? problem : undefined
  return (
    <TextField
      label={label}
      value={value}
      placeholder="YYYY-MM-DD"
      maxLength={10}
      autoComplete="off"
      hint={hint}
      error={told && i18n._(fieldText(told))}
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
            <Drawing name="calendar" size={16} />
          </button>
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden
            className={styles.picker}
            min={today}
            value={dayProblem(value, '') === undefined ? value : ''}
            onChange={({ target }) => onChange(target.value)}
          />
        </span>
      }
    />
  )
}
