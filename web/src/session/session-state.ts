import type { Tokens } from '@lintel/contract/identity/tokens'
import { tokenSubject } from './token-claims'

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

/** True when both are signed in, as two people: what the page has read of the one is not the other's to see. */
export const isSomebodyElse = (mine: SessionState, theirs: SessionState): boolean =>
  mine.at === 'signed-in' &&
  theirs.at === 'signed-in' &&
  tokenSubject(mine.tokens.idToken) !== tokenSubject(theirs.tokens.idToken)

/** Of two states of the same browser, the one that reaches further: another tab may have renewed, or signed somebody else in. */
export const fresher = (mine: SessionState, theirs: SessionState): SessionState =>
  theirs.at === 'signed-in' && mine.at === 'signed-in' && theirs.endsAt <= mine.endsAt && !isSomebodyElse(mine, theirs)
    ? mine
    : theirs
