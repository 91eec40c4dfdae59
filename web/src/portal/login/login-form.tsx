import { Trans, useLingui } from '@lingui/react/macro'
import type { MatchedProvider } from '@lintel/contract/identity/federation'
import { type FormEvent, type Ref, useState } from 'react'
import { type Credentials, identityCalls } from '../../session/identity-calls'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { TextField } from '../../ui/field'
import { Hint } from '../../ui/hint'
import { PasswordField } from '../../ui/password-field'
import { LazySection } from './lazy-section'
import { lazySections } from './lazy-sections'
import styles from './login-form.module.css'
import { type Installation, offersReset } from './sign-in-config'
import { useHeldSubmit } from './use-held-submit'
import { usernameProblem } from './username'

interface LoginFormProps {
  ref: Ref<HTMLFormElement>
  onType(username: string): void
  /** The address of the password reset page for the entered email. */
  resetAddress: string
  installation: Partial<Installation>
  /** The provider that the entered address is forced to, unless the user prefers a password. */
  forcedProvider: MatchedProvider | undefined
  /** It is not known yet whether the address is forced to a provider. */
  isLookingUp: boolean
  isBusy: boolean
  onSubmit(credentials: Credentials): void
  onRedirect(provider: MatchedProvider): void
  onPreferPassword(): void
}

type FieldErrors = Partial<Record<'username' | 'password', string>>

/**
 * The email and password form; the password field collapses when the address belongs to a provider, whose button is
 * shown instead.
 */
export function LoginForm({
  ref,
  resetAddress,
  installation,
  forcedProvider,
  isLookingUp,
  isBusy,
  ...handlers
}: LoginFormProps) {
  const { t } = useLingui()
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const { mustWait, isHeld, hold } = useHeldSubmit(isLookingUp)
  const usernameErrors = { missing: t`Enter your email address.`, invalid: t`This is not a valid email address.` }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const username = String(form.get('username')).trim()
    const password = String(form.get('password'))
    const usernameError = usernameProblem(username, installation.domainSuffix)
    // Without a password it depends on the provider of the address whether one is missing.
    const isEarly = mustWait && password === '' && !usernameError
    hold(isEarly ? event.currentTarget : undefined)
    if (isEarly) return setFieldErrors({})
    const errors: FieldErrors = {
      ...(usernameError && { username: usernameErrors[usernameError] }),
      ...(password === '' && !forcedProvider && { password: t`Enter your password.` }),
    }
    setFieldErrors(errors)
    const [first] = Object.keys(errors)
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else if (forcedProvider) handlers.onRedirect(forcedProvider)
    else handlers.onSubmit({ username, password, rememberMe: form.get('rememberMe') === 'on' })
  }

  return (
    // Before the script is loaded the browser submits it natively, and the server responds with a redirect.
    <form
      ref={ref}
      id="sign-in"
      className={styles.form}
      method="post"
      action={identityCalls.login.address}
      onSubmit={submit}
      onChange={({ target }) => 'type' in target && target.type !== 'checkbox' && hold(undefined)}
      noValidate
    >
      <div>
        <TextField
          name="username"
          type="email"
          label={<Trans>Email</Trans>}
          error={fieldErrors.username}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          autoFocus
          required
          onChange={({ target }) => handlers.onType(target.value)}
        />
        <div className={styles.fold} data-folded={forcedProvider ? '' : undefined} inert={forcedProvider !== undefined}>
          <div>
            <PasswordField
              name="password"
              label={<Trans>Password</Trans>}
              aside={
                offersReset(installation) && (
                  <a href={resetAddress}>
                    <Trans>Forgot password?</Trans>
                  </a>
                )
              }
              error={fieldErrors.password}
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
      <p role="status" className={forcedProvider ? styles.forced : 'said-only'}>
        {forcedProvider && <Trans>People with this address sign in at {forcedProvider.name}.</Trans>}
      </p>
      {forcedProvider ? (
        <LazySection
          load={lazySections.forcedProviderActions}
          props={{ provider: forcedProvider, isBusy, onPreferPassword: handlers.onPreferPassword }}
        />
      ) : (
        <Button type="submit" kind="primary" wide busy={isBusy || isHeld}>
          <Trans>Sign in</Trans>
        </Button>
      )}
    </form>
  )
}
