import { useEffect, useState } from 'react'
import { restoreSession, signIn, signOut } from '../../session/session'
import { Login } from './login'
import { type LoginEntry, withoutSecret } from './login-entry'
import { fetchSignInFacts, noFacts } from './sign-in-facts'

interface LoginPageProps {
  entry: LoginEntry
  /** The page answers to its form from now on. */
  onReady(): void
  /** Somebody is signed in: the application takes over. */
  onSignedIn(): void
}

/** The sign-in page at work: invitation links, the session that may exist already, the call itself. */
export function LoginPage({ entry, onReady, onSignedIn }: LoginPageProps) {
  const [facts, setFacts] = useState(noFacts)
  const [isSigningIn, setSigningIn] = useState(false)
  const [error, setError] = useState<unknown>()

  async function attempt(username: string, password: string, rememberMe: boolean, isAutomatic: boolean) {
    setSigningIn(true)
    setError(undefined)
    try {
      await signIn({ username, password, rememberMe })
      onSignedIn()
    } catch (failure) {
      setSigningIn(false)
      // A used or wrong invitation falls back to the form in silence (account-portal chapter 8).
      if (!isAutomatic) setError(failure)
    }
  }

  async function begin() {
    const { email, temporaryPassword } = entry
    if (temporaryPassword !== undefined)
      history.replaceState(null, '', `${location.pathname}${withoutSecret(location.search)}`)
    const session = await restoreSession().catch(() => undefined)
    if (session?.at === 'signed-in') {
      if (email === '') return onSignedIn()
      // The address names a person: whoever else is signed in here makes room.
      await signOut().catch(() => {})
    }
    if (email !== '' && temporaryPassword !== undefined) await attempt(email, temporaryPassword, false, true)
  }

  // Talks to the server once, when the page opens: the cookie may hold a session, and there are facts to know.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page, whatever is drawn again
  useEffect(() => {
    onReady()
    begin()
    fetchSignInFacts(location.hostname).then(setFacts)
  }, [])

  return (
    <Login
      entry={entry}
      facts={facts}
      error={error}
      isSigningIn={isSigningIn}
      onSubmit={({ username, password, rememberMe }) => attempt(username, password, rememberMe, false)}
    />
  )
}
