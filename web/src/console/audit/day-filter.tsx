import { useState } from 'react'
import { DayField } from '../../api/form/day-field'
import { dayProblem } from '../../api/form/last-day'
import styles from './audit-log.module.css'

interface DayFilterProps {
  label: string
  /** The day in the address, `YYYY-MM-DD`; empty for none. */
  value: string
  /** The day that this one may not precede. */
  first?: string
  onSearch(day: string | undefined): void
}

/** A day of a filter. What is typed is in the address as soon as it is a day; what is not a day yet filters nothing. */
export function DayFilter({ label, value, first, onSearch }: DayFilterProps) {
  const [typed, setTyped] = useState(value)
  const [arrived, setArrived] = useState(value)
  /** Days that are not in the address yet. */
  const [sent, setSent] = useState<readonly string[]>([])

  if (value !== arrived) {
    const at = sent.lastIndexOf(value)
    setArrived(value)
    setSent(at < 0 ? [] : sent.slice(at + 1))
    // It was changed elsewhere, and what was sent is overtaken: a cleared filter, Back in the history.
    if (at < 0) setTyped(value)
  }

  function type(text: string) {
    setTyped(text)
    const day = dayProblem(text, '') === undefined ? text : ''
    if (day === (sent.at(-1) ?? value)) return
    setSent([...sent, day])
    onSearch(day || undefined)
  }

  return (
    <div className={styles.day}>
      <DayField label={label} value={typed} today="" first={first} onChange={type} />
    </div>
  )
}
