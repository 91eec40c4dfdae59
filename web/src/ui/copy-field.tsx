import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import styles from './copy-field.module.css'
import { Icon } from './icon'

/** How long a copy is confirmed, in ms (account-portal chapter 9). */
const copiedMs = 3_000

/** A value to copy: shown in full, selected whole on focus, with a button that says when it is done. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { t } = useLingui()
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const confirmation = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function copy() {
    const copied = await navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    )
    setState(copied ? 'copied' : 'refused')
    clearTimeout(confirmation.current)
    confirmation.current = setTimeout(setState, copiedMs, 'idle')
  }

  const words = { idle: t`Copy`, copied: t`Copied`, refused: t`Select and copy it` }
  return (
    <div className={styles.field}>
      <input
        className={styles.value}
        aria-label={label}
        value={value}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <button type="button" className={styles.button} onClick={copy}>
        <Icon name={state === 'copied' ? 'check' : 'copy'} size={16} />
        <span aria-live="polite">{words[state]}</span>
      </button>
    </div>
  )
}
