import { useLingui } from '@lingui/react/macro'
import styles from './copy-field.module.css'
import { Icon } from './icon'
import { useCopy } from './use-copy'

/** A value to copy: shown in full, selected on focus, with a button that confirms the copy. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { t } = useLingui()
  const { state, copy } = useCopy()
  const labels = { idle: t`Copy`, copied: t`Copied`, refused: t`Select and copy it` }
  const names = { idle: t`Copy: ${label}`, copied: t`Copied: ${label}`, refused: labels.refused }
  return (
    <div className={styles.field}>
      <input
        className={styles.value}
        aria-label={label}
        value={value}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <button type="button" className={styles.button} aria-label={names[state]} onClick={() => copy(value)}>
        <Icon name={state === 'copied' ? 'check' : 'copy'} size={16} />
        {labels[state]}
      </button>
      <span className="said-only" aria-live="polite">
        {state !== 'idle' && labels[state]}
      </span>
    </div>
  )
}
