import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { buttonClass } from './button'
import { describedBy, FieldFrame, type FieldProps } from './field'
import styles from './file-field.module.css'

interface FileFieldProps extends FieldProps {
  /** File extensions and media types, as in the `accept` attribute. */
  accept: string
  /** The chosen file. */
  file: File | undefined
  /** A file was chosen or dropped; undefined when the chooser was emptied. */
  onChoose(file: File | undefined): void
}

/** A field for one file. The native control lies invisibly over it, so that dropping, tabbing and clicking work as usual. */
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
          // Choosing the same file again must fire a change event, as it may have been saved since.
          onClick={({ currentTarget }) => {
            currentTarget.value = ''
          }}
          onChange={({ target }) => onChoose(target.files?.[0])}
        />
      </div>
    </FieldFrame>
  )
}
