import type { Tokens } from '@lintel/contract/identity/tokens'

/** Whether somebody is signed in in this page. Tokens live here, in memory, and nowhere else (security H8). */
export type SessionState =
  | { at: 'unknown' }
  | { at: 'signed-out' }
  | { at: 'signed-in'; tokens: Tokens; endsAt: number }

/** Renewed this long before its end, so that a slow call does not arrive with a dead token. */
const renewalMarginMs = 60_000

/** The state after a sign-in or renewal; `now` in epoch ms. */
export const signedIn = (tokens: Tokens, now: number): SessionState => ({
  at: 'signed-in',
  tokens,
  endsAt: now + tokens.expiresIn * 1_000,
})

/** True when the id token ends within a minute and a new one should be fetched first. */
export const needsRenewal = (state: SessionState, now: number): boolean =>
  state.at === 'signed-in' && now >= state.endsAt - renewalMarginMs

/** Of two states of the same browser, the one that reaches further: another tab may have renewed meanwhile. */
export const fresher = (mine: SessionState, theirs: SessionState): SessionState =>
  theirs.at === 'signed-in' && mine.at === 'signed-in' && theirs.endsAt <= mine.endsAt ? mine : theirs
