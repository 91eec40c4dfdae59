import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, useState } from 'react'
import { TextField } from './field'
import styles from './password-field.module.css'

/** A password field with a reveal button; pasting and password managers work (security A7). */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'inside'>) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      inside={
        <button
          type="button"
          className={styles.reveal}
          aria-label={shown ? t`Hide password` : t`Show password`}
          onClick={() => setShown(!shown)}
        >
          {shown ? t({ message: 'Hide', context: 'password' }) : t({ message: 'Show', context: 'password' })}
        </button>
      }
    />
  )
}
