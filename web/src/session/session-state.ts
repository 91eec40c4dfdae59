/** What a successful sign-in or renewal gives (contract §3); `expiresIn` in seconds. */
export interface Tokens {
  idToken: string
  accessToken: string
  expiresIn: number
}

/** Whether somebody is signed in in this page. Tokens live here, in memory, and nowhere else (security H8). */
export type SessionState =
  | { at: 'unknown' }
  | { at: 'signed-out' }
  | { at: 'signed-in'; tokens: Tokens; endsAt: number; logoutWhenIdle: boolean }

/** Renewed this long before its end, so that a slow call does not arrive with a dead token. */
const renewalMarginMs = 60_000

/** The state after a sign-in or renewal; without remember-me the session signs out when idle. `now` in epoch ms. */
export const signedIn = (tokens: Tokens, logoutWhenIdle: boolean, now: number): SessionState => ({
  at: 'signed-in',
  tokens,
  endsAt: now + tokens.expiresIn * 1_000,
  logoutWhenIdle,
})

/** True when the id token ends within a minute and a new one should be fetched first. */
export const needsRenewal = (state: SessionState, now: number): boolean =>
  state.at === 'signed-in' && now >= state.endsAt - renewalMarginMs

/** Of two states of the same browser, the one that reaches further: another tab may have renewed meanwhile. */
export const fresher = (mine: SessionState, theirs: SessionState): SessionState =>
  theirs.at === 'signed-in' && mine.at === 'signed-in' && theirs.endsAt <= mine.endsAt ? mine : theirs
