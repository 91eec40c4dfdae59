import type { ComponentProps } from 'react'
import styles from './code-field.module.css'
import { TextField } from './field'

interface CodeFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'autoComplete' | 'inputMode'> {
  /** Six digits of an authenticator app; letters and digits of a mail; or a recovery code, which browsers do not autofill. */
  kind?: 'digits' | 'mailed' | 'recovery'
}

/** A field for a code. Spaces, hyphens and case are normalised when the code is verified. */
export const CodeField = ({ kind = 'digits', ...field }: CodeFieldProps) => (
  <div className={styles.field} data-kind={kind}>
    <TextField
      {...field}
      type="text"
      autoComplete={kind === 'recovery' ? 'off' : 'one-time-code'}
      inputMode={kind === 'digits' ? 'numeric' : 'text'}
      autoCapitalize={kind === 'digits' ? 'none' : 'characters'}
      autoCorrect="off"
      spellCheck={false}
      required
    />
  </div>
)
