import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import type { Credentials } from '../../session/identity-calls'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { Doorway } from '../../ui/doorway'
import { TextField } from '../../ui/field'
import { Hint } from '../../ui/hint'
import { Mark } from '../../ui/mark'
import { PasswordField } from '../../ui/password-field'
import { DemoPeople } from './demo-people'
import styles from './login.module.css'
import type { LoginEntry } from './login-entry'
import { LoginNotice } from './login-notice'
import { RegionSelector } from './region-selector'
import type { SignInFacts } from './sign-in-facts'
import { wrongUsername } from './username'

interface LoginProps {
  entry: LoginEntry
  facts: SignInFacts
  error: unknown
  isSigningIn: boolean
  onSubmit(credentials: Credentials): void
}

type Wrong = Partial<Record<'username' | 'password', string>>

/** The sign-in page: is given what it shows, so that the server can send it drawn already. */
export function Login({ entry, facts, error, isSigningIn, onSubmit }: LoginProps) {
  const { t } = useLingui()
  const { email } = entry
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<Wrong>({})

  const usernameWords = { missing: t`Enter your email address.`, invalid: t`This is not a valid email address.` }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const username = String(typed.get('username')).trim()
    const password = String(typed.get('password'))
    const wrongName = wrongUsername(username, facts.domainSuffix)
    const found: Wrong = {
      ...(wrongName && { username: usernameWords[wrongName] }),
      ...(password === '' && { password: t`Enter your password.` }),
    }
    setWrong(found)
    const [first] = Object.keys(found)
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else onSubmit({ username, password, rememberMe: typed.get('rememberMe') === 'on' })
  }

  function fillIn(username: string, password: string) {
    for (const [name, value] of Object.entries({ username, password })) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement) field.value = value
    }
    form.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
  }

  return (
    <Doorway>
      <header className={styles.brand}>
        <Mark size={28} />
        <span className={styles.name}>Lintel</span>
        <RegionSelector regions={facts.regions} />
      </header>
      <h1>
        <Trans>Sign in</Trans>
      </h1>
      <form ref={form} className={styles.form} method="post" onSubmit={submit} noValidate>
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
      {facts.demo && <DemoPeople demo={facts.demo} onChoose={fillIn} />}
    </Doorway>
  )
}
