import { Trans } from '@lingui/react/macro'
import type { MatchedProvider } from '@lintel/contract/identity/federation'
import type { Tokens } from '@lintel/contract/identity/tokens'
import type { Region } from '@lintel/contract/settings/regions'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { native } from '../../native/native'
import { isIos } from '../../session/device'
import type { Credentials } from '../../session/identity-calls'
import { usesPasskeys } from '../../session/passkey-browser'
import { AuthLayout } from '../../ui/auth-layout'
import { Mark } from '../../ui/mark'
import { LaterPart } from './later-part'
import { laterParts } from './later-parts'
import styles from './login.module.css'
import { isPlain, type LoginEntry, wantsProject } from './login-entry'
import { LoginFooter } from './login-footer'
import { LoginForm } from './login-form'
import { RegionSelector } from './region-selector'
import { otherRegions, regionAddress, regionOf, regionsFor } from './regions'
import { isOnPremise, noFacts, offersReset, type SignInFacts } from './sign-in-facts'
import { useForcedProvider } from './use-forced-provider'
import { emailOfUsername } from './username'

/** What a person leaves for a provider with. */
export interface Leaving {
  provider: MatchedProvider
  loginHint: string
  rememberMe: boolean
}

interface LoginProps {
  entry: LoginEntry
  facts: SignInFacts
  error: unknown
  /** Where the code of a sign-in is asked for that was begun in this browser and waits. */
  challenge: string | undefined
  /** Stands in the place of the words about the error: a guest link has its own. */
  notice: ReactNode
  /** Follows the link once more that opened the page. */
  onRetry?: (() => void) | undefined
  isSigningIn: boolean
  /** The provider that the person is being taken to. */
  leavingFor: string | undefined
  onSubmit(credentials: Credentials): void
  onLeave(leaving: Leaving): void
  /** A passkey signed the person in. */
  onSignedIn(tokens: Tokens): void
}

/** The sign-in page: is given what it shows, so that the server can send it drawn already. */
export function Login({ entry, facts, error, challenge, notice, isSigningIn, leavingFor, ...on }: LoginProps) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const [withPassword, setWithPassword] = useState<string>()
  const { installation, providers } = facts
  const email = emailOfUsername(typed.trim(), installation.domainSuffix)
  const offersSso = !isOnPremise(installation)
  const matched = useForcedProvider(offersSso ? email : '', providers)
  const forced = withPassword === email ? undefined : matched
  // The page as it is drawn by the build knows no device: that comes in with the facts.
  const isFetched = facts !== noFacts
  const regions = isFetched ? regionsFor(facts.regions, native()) : []
  const offersMore = isFetched && !isIos(navigator)

  const field = (name: string) => {
    const found = form.current?.elements.namedItem(name)
    return found instanceof HTMLInputElement ? found : undefined
  }

  // What was typed, or filled in by the browser, before the page's code was there stands. Else the address may say who it
  // is: the field is filled in then, and a person who waits in it goes on to the password.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page's code is there
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

  const leave = (provider: MatchedProvider) =>
    on.onLeave({ provider, loginHint: typed.trim(), rememberMe: field('rememberMe')?.checked === true })

  const switchRegion = (region: Region) =>
    location.assign(regionAddress(location.href, regionOf(location.hostname, regions), region))

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
      {/* The largest text of the page, and drawn with it: what comes in later is not what people wait for. */}
      <p className={styles.aim}>
        <Trans>Your building projects, on site and at the desk.</Trans>
      </p>
      <div className={styles.notice}>
        {notice ??
          ((error !== undefined || challenge !== undefined || !isPlain(entry)) && (
            <LaterPart
              part={laterParts.notice}
              props={{
                entry,
                error,
                challenge,
                email,
                offersReset: offersReset(installation),
                canRegister: installation.canRegister === true,
                offersHelp: offersMore && !isOnPremise(installation),
                otherRegions: error ? otherRegions(location.hostname, regions, navigator.languages) : [],
                onSwitchRegion: switchRegion,
                onRetry: on.onRetry,
              }}
            />
          ))}
      </div>
      <LoginForm
        ref={form}
        typed={typed}
        onType={setTyped}
        installation={installation}
        forced={forced}
        isBusy={isSigningIn || (forced !== undefined && leavingFor === forced.provider)}
        onSubmit={on.onSubmit}
        onLeave={leave}
        onPreferPassword={() => {
          flushSync(() => setWithPassword(email))
          field('password')?.focus()
        }}
      />
      {offersSso && <LaterPart part={laterParts.singleSignOn} props={{ providers, leavingFor, onLeave: leave }} />}
      {isFetched && usesPasskeys() && (
        <div className={styles.passkey}>
          <LaterPart
            part={laterParts.passkeyWay}
            props={{ isRemembered: () => field('rememberMe')?.checked === true, onSignedIn: on.onSignedIn }}
          />
        </div>
      )}
      {facts.appAddress !== undefined && (
        <div className={styles.app}>
          <LaterPart part={laterParts.appLink} props={{ address: facts.appAddress }} />
        </div>
      )}
      {offersMore && (
        <LoginFooter
          installation={installation}
          offersProject={!wantsProject(entry)}
          hasRegions={regions.length > 1}
          hasProviders={providers.length > 0}
        />
      )}
      {isFetched && <LaterPart part={laterParts.appearance} props={{}} isExtra />}
      {facts.demo && <LaterPart part={laterParts.demoPeople} props={{ demo: facts.demo, onChoose: fillIn }} />}
    </AuthLayout>
  )
}
