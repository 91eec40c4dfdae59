import { useId } from 'react'
import { describedBy, FieldFrame, type FieldProps } from './field'
import styles from './labelled-select.module.css'
import { PlainSelect } from './plain-select'

interface LabelledSelectProps extends FieldProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  disabled?: boolean
  onChange(value: string): void
}

/** A select with a visible label, as in forms. */
export function LabelledSelect({ label, hint, error, ...select }: LabelledSelectProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className={styles.control}>
        <PlainSelect {...select} label={label} id={id} describedBy={describedBy(id, { hint, error })} />
      </div>
    </FieldFrame>
  )
}
