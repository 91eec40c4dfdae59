import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'
import { alertTriangle } from './icons/alert-triangle'
import { SvgIcon } from './svg-icon'

/** Label, hint and error that every field has. */
export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

interface FrameProps extends FieldProps {
  id: string
  optional?: ReactNode
  aside?: ReactNode
  children: ReactNode
}

/** Value of `aria-describedby` for a field's error and hint. */
export const describedBy = (id: string, { hint, error }: Partial<FieldProps>) =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined

/** Label above, control, then error and hint; an error is announced when it appears. */
export const FieldFrame = ({ id, label, hint, error, optional, aside, children }: FrameProps) => (
  <div className={styles.field}>
    <div className={styles.head}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}>{optional}</span>}
      </label>
      {aside}
    </div>
    {children}
    <div id={`${id}-error`} aria-live="polite">
      {error && (
        <span className={styles.error}>
          <SvgIcon icon={alertTriangle} size={14} />
          <span>{error}</span>
        </span>
      )}
    </div>
    {hint && (
      <div id={`${id}-hint`} className={styles.hint}>
        {hint}
      </div>
    )}
  </div>
)

type FieldAddons = FieldProps & { optional?: ReactNode; aside?: ReactNode }

/** A single-line text field. `inside` is rendered within the border, at the end (a reveal or clear button). */
export function TextField({
  label,
  hint,
  error,
  optional,
  aside,
  inside,
  ...input
}: ComponentProps<'input'> & FieldAddons & { inside?: ReactNode }) {
  const own = useId()
  const id = input.id ?? own
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional} aside={aside}>
      <div className={styles.control} data-invalid={error ? true : undefined}>
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
        />
        {inside}
      </div>
    </FieldFrame>
  )
}

/** A multi-line text field that grows with its content. */
export function TextArea({ label, hint, error, optional, aside, ...area }: ComponentProps<'textarea'> & FieldAddons) {
  const own = useId()
  const id = area.id ?? own
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional} aside={aside}>
      <div className={styles.control} data-invalid={error ? true : undefined}>
        <textarea
          {...area}
          id={id}
          className={styles.area}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
        />
      </div>
    </FieldFrame>
  )
}
