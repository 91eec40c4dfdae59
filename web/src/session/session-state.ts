import type { Tokens } from '@lintel/contract/identity/tokens'
import { tokenSubject } from './token-claims'

/** The sign-in state of this page. Tokens are kept only in memory (security H8). */
export type SessionState =
  | { at: 'unknown' }
  | { at: 'signed-out' }
  | { at: 'signed-in'; tokens: Tokens; endsAt: number }

/** Tokens are renewed this long before they expire, so that a slow call does not arrive with an expired token. */
const renewalMarginMs = 60_000

/** The state after a sign-in or renewal; `now` in epoch ms. */
export const signedInState = (tokens: Tokens, now: number): SessionState => ({
  at: 'signed-in',
  tokens,
  endsAt: now + tokens.expiresIn * 1_000,
})

/** True when the id token expires within a minute and should be renewed first. */
export const needsRenewal = (state: SessionState, now: number): boolean =>
  state.at === 'signed-in' && now >= state.endsAt - renewalMarginMs

/** The token subject of whoever is signed in. */
export const sessionSubject = (session: SessionState): string | undefined =>
  session.at === 'signed-in' ? tokenSubject(session.tokens.idToken) : undefined

/** True when two different people are signed in: data read for one must not be shown to the other. */
export const isOtherUser = (mine: SessionState, theirs: SessionState): boolean =>
  mine.at === 'signed-in' && theirs.at === 'signed-in' && sessionSubject(mine) !== sessionSubject(theirs)

/** The newer of two session states of the same browser: another tab may have renewed the tokens, or signed in somebody else. */
export const newerSession = (mine: SessionState, theirs: SessionState): SessionState =>
  theirs.at === 'signed-in' && mine.at === 'signed-in' && theirs.endsAt <= mine.endsAt && !isOtherUser(mine, theirs)
    ? mine
    : theirs
