import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { buttonClass } from './button'
import { describedBy, FieldFrame, type FieldProps } from './field'
import styles from './file-field.module.css'

interface FileFieldProps extends FieldProps {
  /** What the browser's chooser shows: endings and media types, as in the attribute. */
  accept: string
  /** The chosen file. */
  file: File | undefined
  /** Another file was chosen or dropped here; undefined when the chooser was emptied. */
  onChoose(file: File | undefined): void
}

/** One file. The browser's own control lies over it unseen, so that it can be dropped, tabbed to and clicked as ever. */
export function FileField({ label, hint, error, accept, file, onChoose }: FileFieldProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className={styles.control}>
        <span className={buttonClass({ size: 'small' })} aria-hidden>
          {t`Choose a file`}
        </span>
        <span className={styles.name} aria-hidden data-none={file === undefined || undefined}>
          {file?.name ?? t`or drop it here`}
        </span>
        <input
          id={id}
          type="file"
          accept={accept}
          className={styles.input}
          data-autofocus
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          // The same file, saved again, is another choice.
          onClick={({ currentTarget }) => {
            currentTarget.value = ''
          }}
          onChange={({ target }) => onChoose(target.files?.[0])}
        />
      </div>
    </FieldFrame>
  )
}
