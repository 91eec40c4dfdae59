import { Trans } from '@lingui/react/macro'
import type { MatchedProvider } from '@lintel/contract/identity/federation'
import type { Tokens } from '@lintel/contract/identity/tokens'
import type { Region } from '@lintel/contract/settings/regions'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { native } from '../../native/native'
import { isIos } from '../../session/device'
import type { Credentials } from '../../session/identity-calls'
import { resetAddress } from '../../session/login-address'
import { supportsPasskeys } from '../../session/passkey-support'
import { AuthLayout } from '../../ui/auth-layout'
import { Mark } from '../../ui/mark'
import { LazySection } from './lazy-section'
import { lazySections } from './lazy-sections'
import styles from './login.module.css'
import { isPlainVisit, type LoginEntry, wantsNewProject } from './login-entry'
import { LoginFooter } from './login-footer'
import { LoginForm } from './login-form'
import { RegionSelector } from './region-selector'
import { otherRegions, regionAddress, regionOf, regionsFor } from './regions'
import { emptySignInConfig, isOnPremise, offersReset, type SignInConfig } from './sign-in-config'
import { useForcedProvider } from './use-forced-provider'
import { emailOfUsername } from './username'

/** The parameters of a redirect to a provider. */
export interface ExternalRedirect {
  provider: MatchedProvider
  loginHint: string
  rememberMe: boolean
}

interface LoginProps {
  entry: LoginEntry
  config: SignInConfig
  error: unknown
  /** The address of the verification code page for a pending sign-in of this browser. */
  challenge: string | undefined
  /** Replaces the error notice: a guest link has its own. */
  notice: ReactNode
  /** Retries the link that opened the page. */
  onRetry?: (() => void) | undefined
  isSigningIn: boolean
  /** The provider that the page is redirecting to. */
  redirectingTo: string | undefined
  onSubmit(credentials: Credentials): void
  onRedirect(leaving: ExternalRedirect): void
  /** A passkey signed the user in. */
  onSignedIn(tokens: Tokens): void
  /** The server did not sign in with a passkey; undefined when one is sent to it. */
  onFailure(failure: unknown): void
}

/** The sign-in page as a function of its props, so that it can be prerendered. */
export function Login({
  entry,
  config,
  error,
  challenge,
  notice,
  isSigningIn,
  redirectingTo,
  ...handlers
}: LoginProps) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const [passwordEmail, setPasswordEmail] = useState<string>()
  const { installation, providers } = config
  const email = emailOfUsername(typed, installation.domainSuffix)
  const reset = resetAddress(email, entry.nextUrl)
  const offersSso = !isOnPremise(installation)
  const matched = useForcedProvider(offersSso ? email : '', providers)
  const prefersPassword = passwordEmail === email
  const forcedProvider = prefersPassword ? undefined : matched?.provider
  // The prerendered page knows no device; the device-specific sections follow once the configuration is loaded.
  const isConfigLoaded = config !== emptySignInConfig
  const regions = isConfigLoaded ? regionsFor(config.regions, native()) : []
  const offersMore = isConfigLoaded && !isIos(navigator)
  const blocksCookies = isConfigLoaded && !navigator.cookieEnabled

  const field = (name: string) => {
    const found = form.current?.elements.namedItem(name)
    return found instanceof HTMLInputElement ? found : undefined
  }

  // Keeps what was typed or autofilled before the script was loaded. Otherwise fills in the email of the address, and
  // moves the focus of a waiting user on to the password.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script is loaded
  useEffect(() => {
    const username = field('username')
    if (!username) return
    if (username.value === '' && entry.email !== '') {
      username.value = entry.email
      if (document.activeElement === username) field('password')?.focus()
    }
    setTyped(username.value)
  }, [])

  function fillIn(username: string, password: string) {
    for (const [name, value] of Object.entries({ username, password })) {
      const filled = field(name)
      if (filled) filled.value = value
    }
    setTyped(username)
    form.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
  }

  const redirect = (provider: MatchedProvider) =>
    handlers.onRedirect({ provider, loginHint: email, rememberMe: field('rememberMe')?.checked === true })

  const switchRegion = (region: Region) =>
    location.assign(regionAddress(location.href, regionOf(location.hostname, regions), region, native()))

  return (
    <AuthLayout>
      <header className={styles.brand}>
        <Mark size={28} />
        <span className={styles.name}>Lintel</span>
        <RegionSelector regions={regions} onChoose={switchRegion} />
      </header>
      <h1>
        <Trans>Sign in</Trans>
      </h1>
      {/* The largest text of the page, prerendered, so that later sections do not become the largest contentful paint. */}
      <p className={styles.aim}>
        <Trans>Your building projects, on site and at the desk.</Trans>
      </p>
      <div className={styles.notice}>
        {notice ??
          ((error !== undefined || challenge !== undefined || !isPlainVisit(entry) || blocksCookies) && (
            <LazySection
              load={lazySections.notice}
              props={{
                entry,
                blocksCookies,
                error,
                challenge,
                resetAddress: reset,
                offersReset: offersReset(installation),
                canRegister: installation.canRegister === true,
                offersProject: offersMore && offersSso,
                otherRegions: error ? otherRegions(location.hostname, regions, navigator.languages) : [],
                onSwitchRegion: switchRegion,
                onRetry: handlers.onRetry,
              }}
            />
          ))}
      </div>
      <LoginForm
        ref={form}
        onType={setTyped}
        resetAddress={reset}
        installation={installation}
        forcedProvider={forcedProvider}
        isLookingUp={!isConfigLoaded || (matched === undefined && !prefersPassword)}
        isBusy={isSigningIn || (forcedProvider !== undefined && redirectingTo === forcedProvider.provider)}
        onSubmit={handlers.onSubmit}
        onRedirect={redirect}
        onPreferPassword={() => {
          flushSync(() => setPasswordEmail(email))
          field('password')?.focus()
        }}
      />
      {offersSso && (
        <LazySection load={lazySections.singleSignOn} props={{ providers, redirectingTo, onRedirect: redirect }} />
      )}
      {isConfigLoaded && supportsPasskeys() && (
        <div className={styles.passkey}>
          <LazySection
            load={lazySections.passkeySignIn}
            props={{ ...handlers, isRemembered: () => field('rememberMe')?.checked === true }}
          />
        </div>
      )}
      {config.appAddress !== undefined && (
        <div className={styles.app}>
          <LazySection load={lazySections.appLink} props={{ address: config.appAddress }} />
        </div>
      )}
      {offersMore && (
        <LoginFooter
          installation={installation}
          offersProject={!wantsNewProject(entry)}
          hasRegions={regions.length > 1}
          hasProviders={providers.length > 0}
        />
      )}
      {isConfigLoaded && <LazySection load={lazySections.appearance} props={{}} isSilent />}
      {config.demo && <LazySection load={lazySections.demoPeople} props={{ demo: config.demo, onChoose: fillIn }} />}
    </AuthLayout>
  )
}
