import { Trans, useLingui } from '@lingui/react/macro'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { type FormEvent, useState } from 'react'
import type { Credentials } from '../../session/identity-calls'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { Doorway } from '../../ui/doorway'
import { TextField } from '../../ui/field'
import { Hint } from '../../ui/hint'
import { Mark } from '../../ui/mark'
import { PasswordField } from '../../ui/password-field'
import styles from './login.module.css'
import type { LoginEntry } from './login-entry'
import { LoginNotice } from './login-notice'
import { RegionSelector } from './region-selector'
import type { Region } from './regions'

interface LoginProps {
  entry: LoginEntry
  regions: readonly Region[]
  error: unknown
  isSigningIn: boolean
  onSubmit(credentials: Credentials): void
}

type Wrong = Partial<Record<'username' | 'password', string>>

/** The sign-in page: is given what it shows, so that the server can send it drawn already. */
export function Login({ entry, regions, error, isSigningIn, onSubmit }: LoginProps) {
  const { t } = useLingui()
  const { email } = entry
  const [wrong, setWrong] = useState<Wrong>({})

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const username = String(form.get('username')).trim()
    const password = String(form.get('password'))
    const found: Wrong = {
      ...(username === '' && { username: t`Enter your email address.` }),
      ...(username !== '' && !emailPattern.test(username) && { username: t`This is not a valid email address.` }),
      ...(password === '' && { password: t`Enter your password.` }),
    }
    setWrong(found)
    const [first] = Object.keys(found)
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else onSubmit({ username, password, rememberMe: form.get('rememberMe') === 'on' })
  }

  return (
    <Doorway>
      <header className={styles.brand}>
        <Mark size={28} />
        <span className={styles.name}>Lintel</span>
        <RegionSelector regions={regions} />
      </header>
      <h1>
        <Trans>Sign in</Trans>
      </h1>
      <form className={styles.form} method="post" onSubmit={submit} noValidate>
        <LoginNotice error={error} entry={entry} />
        <TextField
          name="username"
          type="email"
          label={<Trans>Email</Trans>}
          defaultValue={email}
          error={wrong.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          autoFocus={email === ''}
          required
        />
        <PasswordField
          name="password"
          label={<Trans>Password</Trans>}
          error={wrong.password}
          autoComplete="current-password"
          autoFocus={email !== ''}
          required
        />
        <div className={styles.remember}>
          <Checkbox name="rememberMe" label={<Trans>Keep me logged in</Trans>} />
          <Hint label={t`About keeping me logged in`}>
            <Trans>Stay signed in on this device for up to 30 days. Leave it off on a device that others use.</Trans>
          </Hint>
        </div>
        <Button type="submit" kind="primary" wide busy={isSigningIn}>
          <Trans>Sign in</Trans>
        </Button>
      </form>
    </Doorway>
  )
}
