import { type ReactNode, useEffect, useState } from 'react'
import { native } from '../../native/native'
import { isIos } from '../../session/device'
import { redirectToProvider } from '../../session/external-login'
import type { Credentials } from '../../session/identity-calls'
import { signInAddress } from '../../session/sign-in-address'
import { LazySection } from './lazy-section'
import { lazySections } from './lazy-sections'
import { Login } from './login'
import type { LoginEntry } from './login-entry'
import { emptySignInConfig, type SignInConfig } from './sign-in-config'
import { type SignInDestination, useSignIn } from './use-sign-in'

interface LoginPageProps {
  entry: LoginEntry
  /** The configuration of the installation. */
  config?: Promise<SignInConfig>
  /** A link of another authenticator that opened the page: its sign-in, and the rendering of its failure. */
  link?: { signIn(): Promise<string>; failure(error: unknown): ReactNode } | undefined
  /** The first launch of a native app begins with the start screen. */
  isFreshInstall?: boolean
  /** The form is interactive. */
  onReady(): void
  /** Signed in, or redirected to a further step: opens the application at the address. Fails without a network. */
  onComplete(destination: SignInDestination): Promise<void>
}

/** The sign-in page with its state: the entry parameters, an existing session, and the methods to sign in. */
export function LoginPage({
  entry: initialEntry,
  config: configPromise,
  link,
  isFreshInstall = false,
  onReady,
  onComplete,
}: LoginPageProps) {
  const [entry, setEntry] = useState(initialEntry)
  const [showsStart, setShowsStart] = useState(isFreshInstall)
  const [config, setConfig] = useState(emptySignInConfig)
  const [redirectingTo, setRedirectingTo] = useState<string>()
  const { error, challenge, linkOutcome, isSigningIn, ...signIn } = useSignIn(
    entry,
    link?.signIn,
    onComplete,
    config === emptySignInConfig ? configPromise : config,
  )

  // Restores the session once, when the page opens: the cookie may hold one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page, independent of rendering
  useEffect(() => {
    let isLeft = false
    /** Shows the configuration, and what could be read of it only later. */
    const followConfig = (loaded: SignInConfig) => {
      if (isLeft) return
      setConfig(loaded)
      loaded.later?.().then(followConfig)
    }
    onReady()
    signIn.signInAutomatically()
    configPromise?.then(followConfig)
    // After returning from a provider, the browser may restore the page in its busy state.
    const onShown = () => setRedirectingTo(undefined)
    window.addEventListener('pageshow', onShown)
    return () => {
      isLeft = true
      window.removeEventListener('pageshow', onShown)
    }
  }, [])

  if (showsStart) {
    const closeStartScreen = () => {
      native().noteStarted()
      setShowsStart(false)
    }
    const createProject = () => {
      const nextUrl = '/new-project'
      // Reloads and other regions learn it from the address.
      history.replaceState(null, '', signInAddress(nextUrl))
      setEntry({ ...entry, nextUrl })
      closeStartScreen()
    }
    return (
      <LazySection
        load={lazySections.startScreen}
        props={{
          installation: config.installation,
          hasRegions: config.regions.length > 1,
          hasProviders: config.providers.length > 0,
          offersProject: !isIos(navigator),
          onCreateProject: createProject,
          onLogIn: closeStartScreen,
        }}
      />
    )
  }
  return (
    <Login
      entry={entry}
      config={config}
      error={error}
      challenge={challenge}
      notice={linkOutcome === 'rejected' ? link?.failure(error) : undefined}
      onRetry={linkOutcome === 'noResponse' ? signIn.signInAutomatically : undefined}
      isSigningIn={isSigningIn}
      redirectingTo={redirectingTo}
      onSignedIn={signIn.completeWithTokens}
      onFailure={signIn.showFailure}
      onSubmit={(credentials: Credentials) => signIn.submitCredentials(credentials)}
      onRedirect={({ provider: { provider, name }, loginHint, rememberMe }) => {
        setRedirectingTo(provider)
        redirectToProvider({ provider, name, intent: 'signIn', nextUrl: entry.nextUrl, rememberMe }, loginHint)
      }}
    />
  )
}
