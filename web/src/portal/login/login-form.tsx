import { Trans, useLingui } from '@lingui/react/macro'
import type { MatchedProvider } from '@lintel/contract/identity/federation'
import { type FormEvent, type Ref, useState } from 'react'
import { type Credentials, identityCalls } from '../../session/identity-calls'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { TextField } from '../../ui/field'
import { Hint } from '../../ui/hint'
import { PasswordField } from '../../ui/password-field'
import { LaterPart } from './later-part'
import { laterParts } from './later-parts'
import styles from './login-form.module.css'
import { resetAddress } from './reset-address'
import { type Installation, offersReset } from './sign-in-facts'
import { emailOfUsername, wrongUsername } from './username'

interface LoginFormProps {
  ref: Ref<HTMLFormElement>
  /** What is typed as email now. */
  typed: string
  onType(username: string): void
  installation: Partial<Installation>
  /** The provider that the typed address belongs to, unless the person prefers a password. */
  forced: MatchedProvider | undefined
  isBusy: boolean
  onSubmit(credentials: Credentials): void
  onLeave(provider: MatchedProvider): void
  onPreferPassword(): void
}

type Wrong = Partial<Record<'username' | 'password', string>>

/** Email and password; the password folds away when the address belongs to a provider, whose button takes its place. */
export function LoginForm({ ref, typed, onType, installation, forced, isBusy, ...on }: LoginFormProps) {
  const { t } = useLingui()
  const [wrong, setWrong] = useState<Wrong>({})
  const usernameWords = { missing: t`Enter your email address.`, invalid: t`This is not a valid email address.` }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const username = String(form.get('username')).trim()
    const password = String(form.get('password'))
    const wrongName = wrongUsername(username, installation.domainSuffix)
    const found: Wrong = {
      ...(wrongName && { username: usernameWords[wrongName] }),
      ...(password === '' && !forced && { password: t`Enter your password.` }),
    }
    setWrong(found)
    const [first] = Object.keys(found)
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else if (forced) on.onLeave(forced)
    else on.onSubmit({ username, password, rememberMe: form.get('rememberMe') === 'on' })
  }

  return (
    // Until the page's code is there the browser posts it by itself, and the server answers a browser.
    <form
      ref={ref}
      id="sign-in"
      className={styles.form}
      method="post"
      action={identityCalls.login.address}
      onSubmit={submit}
      noValidate
    >
      <div>
        <TextField
          name="username"
          type="email"
          label={<Trans>Email</Trans>}
          error={wrong.username}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          autoFocus
          required
          onChange={({ target }) => onType(target.value)}
        />
        <div className={styles.fold} data-folded={forced ? '' : undefined} inert={forced !== undefined}>
          <div>
            <PasswordField
              name="password"
              label={<Trans>Password</Trans>}
              aside={
                offersReset(installation) && (
                  <a href={resetAddress(emailOfUsername(typed, installation.domainSuffix))}>
                    <Trans>Forgot password?</Trans>
                  </a>
                )
              }
              error={wrong.password}
              autoComplete="current-password"
              required
            />
          </div>
        </div>
      </div>
      <div className={styles.remember}>
        <Checkbox name="rememberMe" label={<Trans>Keep me signed in</Trans>} />
        <Hint label={t`About keeping me signed in`}>
          <Trans>Stay signed in on this device for up to 30 days. Leave it off on a device that others use.</Trans>
        </Hint>
      </div>
      <p role="status" className={forced ? styles.forced : 'said-only'}>
        {forced && <Trans>People with this address sign in at {forced.name}.</Trans>}
      </p>
      {forced ? (
        <LaterPart
          part={laterParts.forcedWay}
          props={{ provider: forced, isBusy, onPreferPassword: on.onPreferPassword }}
        />
      ) : (
        <Button type="submit" kind="primary" wide busy={isBusy}>
          <Trans>Sign in</Trans>
        </Button>
      )}
    </form>
  )
}
