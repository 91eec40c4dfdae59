import { Trans, useLingui } from '@lingui/react/macro'
import { type Ref, useState } from 'react'
import { Button } from '../../ui/button'
import { CodeField } from '../../ui/code-field'
import styles from './business-intelligence.module.css'

interface FeedCodeProps {
  username: string
  value: string
  isWrong: boolean
  ref: Ref<HTMLInputElement>
  onChange(code: string): void
}

/** Second-factor field for creating a feed token by password: an app code or a recovery code. */
export function FeedCode({ username, value, isWrong, ref, onChange }: FeedCodeProps) {
  const { t } = useLingui()
  const [isRecovering, setRecovering] = useState(false)
  return (
    <>
      <p>
        {isRecovering ? (
          <Trans>Enter one of the recovery codes that you saved for {username}. Each works once.</Trans>
        ) : (
          <Trans>Enter the code that your authenticator app shows for {username}.</Trans>
        )}
      </p>
      <CodeField
        // A separate field for each kind, so that switching focuses it.
        key={String(isRecovering)}
        ref={ref}
        kind={isRecovering ? 'recovery' : 'digits'}
        name="code"
        label={isRecovering ? <Trans>Recovery code</Trans> : <Trans>Verification code</Trans>}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        error={isWrong && t`This code is not valid. Each code works once and only for a short time.`}
        autoFocus
      />
      <span className={styles.beside}>
        <Button
          size="small"
          kind="quiet"
          onClick={() => {
            setRecovering(!isRecovering)
            onChange('')
          }}
        >
          {isRecovering ? (
            <Trans>Use the authenticator app instead</Trans>
          ) : (
            <Trans>No access to the app? Use a recovery code</Trans>
          )}
        </Button>
      </span>
    </>
  )
}
