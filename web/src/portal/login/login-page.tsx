import { type ReactNode, useEffect, useState } from 'react'
import { native } from '../../native/native'
import { isIos } from '../../session/device'
import { leaveForProvider } from '../../session/external-login'
import type { Credentials } from '../../session/identity-calls'
import { LaterPart } from './later-part'
import { laterParts } from './later-parts'
import { Login } from './login'
import type { LoginEntry } from './login-entry'
import { noFacts, type SignInFacts } from './sign-in-facts'
import { type Arrival, useSigningIn } from './use-signing-in'

interface LoginPageProps {
  entry: LoginEntry
  /** What the installation offers, once it is known. */
  facts?: Promise<SignInFacts>
  /** Another authenticator's link opened the page: what it does by itself, and its words when that fails. */
  link?: { signIn(): Promise<string>; failure(error: unknown): ReactNode } | undefined
  /** A native app that was never opened before begins with the start screen. */
  isFreshInstall?: boolean
  /** The page answers to its form from now on. */
  onReady(): void
  /** Somebody is signed in, or has to go on elsewhere: the application takes over at the address. Fails without a network. */
  onArrived(arrival: Arrival): Promise<void>
}

/** The sign-in page at work: what opened it, the session that may exist already, and the ways to sign in. */
export function LoginPage({
  entry: given,
  facts: awaited,
  link,
  isFreshInstall = false,
  onReady,
  onArrived,
}: LoginPageProps) {
  const [entry, setEntry] = useState(given)
  const [starts, setStarts] = useState(isFreshInstall)
  const [facts, setFacts] = useState(noFacts)
  const [leavingFor, setLeavingFor] = useState<string>()
  const { error, challenge, linkOutcome, isSigningIn, begin, attempt, arriveWith } = useSigningIn(
    entry,
    link?.signIn,
    onArrived,
  )

  // Talks to the server once, when the page opens: the cookie may hold a session.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page, whatever is drawn again
  useEffect(() => {
    onReady()
    begin()
    awaited?.then(setFacts)
    // Back from a provider the browser may show the page as it was left, still on its way.
    const onShown = () => setLeavingFor(undefined)
    window.addEventListener('pageshow', onShown)
    return () => window.removeEventListener('pageshow', onShown)
  }, [])

  if (starts) {
    const leaveStart = (nextUrl: string | undefined) => {
      native().noteStarted()
      setEntry({ ...entry, nextUrl })
      setStarts(false)
    }
    return (
      <LaterPart
        part={laterParts.startScreen}
        props={{
          installation: facts.installation,
          hasRegions: facts.regions.length > 1,
          hasProviders: facts.providers.length > 0,
          offersProject: !isIos(navigator),
          onCreateProject: () => leaveStart('/new-project'),
          onLogIn: () => leaveStart(entry.nextUrl),
        }}
      />
    )
  }
  return (
    <Login
      entry={entry}
      facts={facts}
      error={error}
      challenge={challenge}
      notice={linkOutcome === 'refused' ? link?.failure(error) : undefined}
      onRetry={linkOutcome === 'unanswered' ? begin : undefined}
      isSigningIn={isSigningIn}
      leavingFor={leavingFor}
      onSignedIn={arriveWith}
      onSubmit={(credentials: Credentials) => attempt(credentials)}
      onLeave={({ provider: { provider, name }, loginHint, rememberMe }) => {
        setLeavingFor(provider)
        leaveForProvider({ provider, name, intent: 'signIn', nextUrl: entry.nextUrl, rememberMe }, loginHint)
      }}
    />
  )
}
