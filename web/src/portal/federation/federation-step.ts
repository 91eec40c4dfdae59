import { profileAddress } from '@lintel/contract/identity/after-sign-in'
import type { UnknownIdentity, verificationRequired } from '@lintel/contract/identity/federation'
import { freshProofMs } from '@lintel/contract/identity/step-up'
import type { Tokens } from '@lintel/contract/identity/tokens'
import type { z } from 'zod'
import { mayPass } from '../../api/away'
import { CallFailure, failedWith } from '../../api/failure'
import { type Challenge, challengeAddress } from '../../session/challenge'
import type { Departure } from '../../session/external-login'
import { tokenClaims } from '../../session/token-claims'

/** Somebody whom the provider vouches for and whom nobody here knows yet (449). */
export interface Identity {
  /** The specification's `refreshToken`: good once, ten minutes, in this browser (security S4). */
  ticket: string
  proposedUsername: string | undefined
  linkingAllowed: boolean
}

/** Where a person stands on the way back from a provider (account-portal chapters 2 and 4, whose words these are). */
export type FederationStep =
  /** The server is being asked. */
  | { at: 'returning' }
  /** Signed in here already, without having asked to link: nothing is linked unseen. */
  | { at: 'confirmingLink' }
  | { at: 'waitingForAction'; identity: Identity }
  | { at: 'linkingToExistingUser'; identity: Identity; username: string; error?: unknown }
  | { at: 'linkingToExistingUserSuccess' }
  | { at: 'linkingToExistingUserFailed'; identity: Identity; username: string }
  | { at: 'creatingNewUser'; identity: Identity; error?: unknown }
  | { at: 'creatingNewUserFailed'; identity: Identity; username: string }
  | { at: 'emailNeedsVerification'; email: string }
  | { at: 'emailVerified'; provider: string }
  /** Signed in by a provider that says it asked them longer ago who they are. */
  | { at: 'unproved'; address: string }
  /** Signed in, or on to another page of the way in. */
  | { at: 'leaving'; address: string }
  | { at: 'failed'; why: FailureReason; error?: unknown }

/** Why signing in at the provider came to nothing. */
export type FailureReason = 'unsupportedProvider' | 'declined' | 'again' | 'invalidLink' | 'other'

/** How somebody is signed in here already, if at all. */
export type SignedInBy = 'nobody' | 'password' | 'federation' | 'guest'

/**
 * What the provider's code is good for. Signed in with the regular authenticator it links the account that asked for it;
 * linking one that did not ask would let somebody else's page put their identity on it, so then it is asked first. Whoever left
 * from here for another sign-in gets it in place of the session.
 */
export function afterSession(by: SignedInBy, intent: Departure['intent'] | undefined) {
  if (intent === 'replace' || intent === 'prove') return 'signIn' as const
  if (by === 'federation') return 'goToIndex' as const
  if (by !== 'password') return 'signIn' as const
  return intent === 'link' ? ('link' as const) : ('confirmLink' as const)
}

/** Signed in; whoever left for a fresh proof and did not get one is told so first. */
export const afterArrival = (
  { idToken }: Pick<Tokens, 'idToken'>,
  intent: Departure['intent'] | undefined,
  address: string,
): FederationStep => ({ at: intent === 'prove' && !isFreshlyProved(idToken) ? 'unproved' : 'leaving', address })

/** By the server's clock alone: was the proof within the time that makes it a fresh one when the token was made? */
function isFreshlyProved(idToken: string): boolean {
  const { iat, auth_time: provedAt } = tokenClaims(idToken)
  return Number(iat) - Number(provedAt) <= freshProofMs / 1_000
}

/** The provider knows them, we do not (449): what to offer. `create` means there is nothing to ask. */
export function afterUnknownIdentity(identity: Identity): FederationStep | 'create' {
  if (identity.proposedUsername === undefined) return { at: 'creatingNewUser', identity }
  return identity.linkingAllowed ? { at: 'waitingForAction', identity } : 'create'
}

/** The identity that a 449 carries; undefined for every other failure. */
export function unknownIdentityIn(error: unknown): Identity | undefined {
  if (!failedWith(error, 'unknownIdentity')) return undefined
  const { refreshToken, proposedUsername, linkingAllowed } = error.body as UnknownIdentity
  return { ticket: refreshToken, proposedUsername: proposedUsername?.toLowerCase(), linkingAllowed }
}

/** Signing in with the code failed, for good. */
export const afterSignInFailure = (error: unknown): FederationStep => ({
  at: 'failed',
  why: failedWith(error, 'no provider matches') ? 'unsupportedProvider' : 'other',
  error,
})

/** A mailed link was followed, and did not prove anything. */
export const afterVerifyFailure = (error: unknown): FederationStep =>
  failedWith(error, 'invalidCode') ? { at: 'failed', why: 'invalidLink' } : { at: 'failed', why: 'other', error }

/** What a person chose who can either link an account or make one. */
export const afterChoice = (choice: 'existingUser' | 'firstTime', identity: Identity): FederationStep =>
  choice === 'existingUser'
    ? { at: 'linkingToExistingUser', identity, username: identity.proposedUsername ?? '' }
    : { at: 'creatingNewUser', identity }

/** Cancel and OK lead back to the choice. */
export const backToChoice = (identity: Identity): FederationStep => ({ at: 'waitingForAction', identity })

type Created = Tokens | z.output<typeof verificationRequired>

/**
 * An account was made: on to its profile. Its address has to be proved first as soon as the confirmed name is not the
 * proposed one; nobody is signed in then.
 */
export function afterCreation(
  answer: Created,
  confirmed: string,
  identity: Identity,
  nextUrl?: string,
): FederationStep {
  if (answer.result !== 'SUCCESS' || confirmed !== identity.proposedUsername)
    return { at: 'emailNeedsVerification', email: confirmed }
  return { at: 'leaving', address: profileAddress(nextUrl) }
}

/**
 * No account was made. One in the way (409) is linked under the proposed username where that is allowed; where not, the
 * provider finds it now, or another name has to be confirmed.
 */
export function afterCreationFailure(
  error: unknown,
  { identity, username, isAutomatic }: { identity: Identity; username: string; isAutomatic: boolean },
): FederationStep {
  if (isTicketOver(error)) return { at: 'failed', why: 'again' }
  if (failedWith(error, 'conflict')) {
    if (identity.linkingAllowed) return { at: 'linkingToExistingUser', identity, username, error }
    return isAutomatic ? { at: 'failed', why: 'again' } : { at: 'creatingNewUserFailed', identity, username }
  }
  return isAutomatic ? { at: 'failed', why: 'other', error } : { at: 'creatingNewUser', identity, error }
}

/** The account could not be linked by its password. What may pass by itself is said beside the form. */
export function afterLinkFailure(
  error: unknown,
  { identity, username }: { identity: Identity; username: string },
): FederationStep {
  if (isTicketOver(error)) return { at: 'failed', why: 'again' }
  if (challengeIn(error, username))
    return { at: 'leaving', address: challengeAddress({ username, nextUrl: undefined }) }
  if (failedWith(error, 'password_reset_needed') || failedWith(error, 'needPasswordReset'))
    return { at: 'leaving', address: `/invalid-existing-password?${new URLSearchParams({ email: username })}` }
  // Too many attempts pass as well, and the form is where it is tried again.
  if (mayPass(error) || (error instanceof CallFailure && [401, 429].includes(error.status)))
    return { at: 'linkingToExistingUser', identity, username, error }
  return { at: 'linkingToExistingUserFailed', identity, username }
}

/** The second factor that the account asks for; meeting it completes the link. Where nobody named the account, the server does. */
export function challengeIn(error: unknown, named?: string): Omit<Challenge, 'nextUrl' | 'purpose'> | undefined {
  if (!failedWith(error, 'CHALLENGE_REQUESTED')) return undefined
  const { session, username = '' } = error.body as { session: string; username?: string }
  return { username: named ?? username, session }
}

/** Ten minutes are over, or the browser is another one: only the provider can vouch again. */
const isTicketOver = (error: unknown) => failedWith(error, 'federationFailed')
