import { afterSignIn, profileAddress } from '@lintel/contract/identity/after-sign-in'
import type { UnknownIdentity, verificationRequired } from '@lintel/contract/identity/federation'
import { freshProofMs } from '@lintel/contract/identity/step-up'
import type { Tokens } from '@lintel/contract/identity/tokens'
import type { z } from 'zod'
import { isTemporaryFailure } from '../../api/availability'
import { CallFailure, failedWith } from '../../api/failure'
import { type Challenge, challengeAddress } from '../../session/challenge'
import type { PendingLogin } from '../../session/external-login'
import { invalidPasswordAddress } from '../../session/login-address'
import { tokenClaims } from '../../session/token-claims'

/** An identity that the provider vouches for and that has no account here yet (449). */
export interface Identity {
  /** The specification's `refreshToken`: valid once, for ten minutes, in this browser (security S4). */
  ticket: string
  proposedUsername: string | undefined
  linkingAllowed: boolean
}

/** The state of the sign-in after the provider's redirect (named as in account-portal chapters 2 and 4). */
export type FederationStep =
  /** Waiting for the server. */
  | { at: 'returning' }
  /** Already signed in here as `email`, who did not request a link: linking needs confirmation. */
  | { at: 'confirmingLink'; email: string }
  | { at: 'waitingForAction'; identity: Identity }
  | { at: 'linkingToExistingUser'; identity: Identity; username: string; error?: unknown }
  | { at: 'linkingToExistingUserSuccess' }
  | { at: 'linkingToExistingUserFailed'; identity: Identity; username: string }
  | { at: 'creatingNewUser'; identity: Identity; error?: unknown }
  | { at: 'creatingNewUserFailed'; identity: Identity; username: string }
  | { at: 'emailNeedsVerification'; email: string }
  /** `rememberMe` is what the person chose before the link was mailed; it may be opened in another tab. */
  | { at: 'emailVerified'; provider: string; rememberMe: boolean }
  /** Signed in, but the provider does not attest a recent authentication. */
  | { at: 'authenticationTooOld'; address: string }
  /** Signed in, or redirected to another step of the sign-in. */
  | { at: 'leaving'; address: string }
  | { at: 'failed'; reason: FailureReason; error?: unknown }

/** The step with this name. */
export type StepAt<At extends FederationStep['at']> = Extract<FederationStep, { at: At }>

/** Why signing in with the provider failed, or linking it to the signed-in account (`linkFailed`). */
export type FailureReason = 'unsupportedProvider' | 'declined' | 'expired' | 'invalidLink' | 'linkFailed' | 'other'

/** How and by whom the browser is currently signed in, if at all: the email, and the subject of the token. */
export type SignedIn =
  | { by: 'nobody' }
  | { by: 'password' | 'federation' | 'guest'; email: string; person: string | undefined }

/**
 * What to do with the provider's code. Signed in with the regular authenticator, it links the account that requested
 * it; without such a request another site could link its own identity, and another tab may have signed in somebody else meanwhile, so the
 * user is asked first. With the intents `replace` and `prove` it signs in instead of the current session.
 */
export function afterSession(
  signedIn: SignedIn,
  pending: Pick<PendingLogin, 'intent' | 'person' | 'nextUrl'> | undefined,
): FederationStep | 'signIn' | 'link' {
  if (pending?.intent === 'replace' || pending?.intent === 'prove') return 'signIn'
  if (signedIn.by === 'federation') return { at: 'leaving', address: afterSignIn({}, pending?.nextUrl) }
  if (signedIn.by !== 'password') return 'signIn'
  const isRequested = pending?.intent === 'link' && pending.person !== undefined && pending.person === signedIn.person
  return isRequested ? 'link' : { at: 'confirmingLink', email: signedIn.email }
}

/**
 * The page was loaded again, without the code: whoever is signed in by now continues, to the profile if they were linking a provider from
 * there; anybody else has to begin again.
 */
export const afterReload = (
  { by }: Pick<SignedIn, 'by'>,
  pending: Pick<PendingLogin, 'intent' | 'nextUrl'> | undefined,
): FederationStep =>
  by === 'nobody' || by === 'guest'
    ? { at: 'failed', reason: 'expired' }
    : {
        at: 'leaving',
        address: pending?.intent === 'link' ? profileAddress(pending.nextUrl) : afterSignIn({}, pending?.nextUrl),
      }

/** Signed in; if a recent authentication was required and the provider does not attest one, the user is informed first. */
export const afterSignInSuccess = (
  { idToken }: Pick<Tokens, 'idToken'>,
  intent: PendingLogin['intent'] | undefined,
  address: string,
): FederationStep => ({
  at: intent === 'prove' && !isRecentlyAuthenticated(idToken) ? 'authenticationTooOld' : 'leaving',
  address,
})

/** Compares only the server's timestamps: was the user authenticated recently enough when the token was issued? */
function isRecentlyAuthenticated(idToken: string): boolean {
  const { iat, auth_time: authTime } = tokenClaims(idToken)
  return Number(iat) - Number(authTime) <= freshProofMs / 1_000
}

/** The provider knows the user, we do not (449): what to offer. `create` means that there is nothing to ask. */
export function afterUnknownIdentity(identity: Identity): FederationStep | 'create' {
  if (identity.proposedUsername === undefined) return { at: 'creatingNewUser', identity }
  return identity.linkingAllowed ? { at: 'waitingForAction', identity } : 'create'
}

/** The identity in a 449 response; undefined for every other failure. */
export function parseUnknownIdentity(error: unknown): Identity | undefined {
  if (!failedWith(error, 'unknownIdentity')) return undefined
  const { refreshToken, proposedUsername, linkingAllowed } = error.body as UnknownIdentity
  return { ticket: refreshToken, proposedUsername: proposedUsername?.toLowerCase(), linkingAllowed }
}

/** Signing in with the code failed permanently; with `linkFailed`, linking the signed-in account did. */
export const afterCodeFailure = (error: unknown, reason: 'linkFailed' | 'other' = 'other'): FederationStep => ({
  at: 'failed',
  reason: failedWith(error, 'no provider matches') ? 'unsupportedProvider' : reason,
  error,
})

/** The mailed link did not verify the address. */
export const afterVerifyFailure = (error: unknown): FederationStep =>
  failedWith(error, 'invalidCode') ? { at: 'failed', reason: 'invalidLink' } : { at: 'failed', reason: 'other', error }

/** The step after the choice between linking an account and creating one. */
export const afterChoice = (choice: 'existingUser' | 'firstTime', identity: Identity): FederationStep =>
  choice === 'existingUser'
    ? { at: 'linkingToExistingUser', identity, username: identity.proposedUsername ?? '' }
    : { at: 'creatingNewUser', identity }

/** Returns to the choice on Cancel and OK. */
export const backToChoice = (identity: Identity): FederationStep => ({ at: 'waitingForAction', identity })

type CreationResponse = Tokens | z.output<typeof verificationRequired>

/** The account was created: continues to its profile, unless the server requires the address to be verified by mail first. */
export const afterCreation = (response: CreationResponse, nextUrl?: string): FederationStep =>
  response.result === 'SUCCESS'
    ? { at: 'leaving', address: profileAddress(nextUrl) }
    : { at: 'emailNeedsVerification', email: response.username }

/**
 * The account was not created. An existing one (409) is linked under the proposed username where linking is allowed;
 * otherwise the sign-in is repeated, or another username must be confirmed.
 */
export function afterCreationFailure(
  error: unknown,
  { identity, username, isAutomatic }: { identity: Identity; username: string; isAutomatic: boolean },
): FederationStep {
  if (isTicketExpired(error)) return { at: 'failed', reason: 'expired' }
  if (failedWith(error, 'conflict')) {
    if (identity.linkingAllowed) return { at: 'linkingToExistingUser', identity, username, error }
    return isAutomatic ? { at: 'failed', reason: 'expired' } : { at: 'creatingNewUserFailed', identity, username }
  }
  return isAutomatic ? { at: 'failed', reason: 'other', error } : { at: 'creatingNewUser', identity, error }
}

/**
 * The account could not be linked by its password, or needs its second factor or a new password first, after which `nextUrl` opens.
 * Temporary failures are shown at the form, so that the user can retry.
 */
export function afterLinkFailure(
  error: unknown,
  { identity, username, nextUrl }: { identity: Identity; username: string; nextUrl: string | undefined },
): FederationStep {
  if (isTicketExpired(error)) return { at: 'failed', reason: 'expired' }
  if (parseChallenge(error, username))
    return { at: 'leaving', address: challengeAddress({ username, nextUrl, purpose: 'link' }) }
  if (failedWith(error, 'password_reset_needed') || failedWith(error, 'needPasswordReset'))
    return { at: 'leaving', address: invalidPasswordAddress(username, nextUrl) }
  // Rate limiting is temporary as well: the user can retry in the form.
  if (isTemporaryFailure(error) || (error instanceof CallFailure && [401, 429].includes(error.status)))
    return { at: 'linkingToExistingUser', identity, username, error }
  return { at: 'linkingToExistingUserFailed', identity, username }
}

/** The requested second factor, which completes the link. The username is taken from the server unless the caller knows it. */
export function parseChallenge(
  error: unknown,
  expectedUsername?: string,
): Omit<Challenge, 'nextUrl' | 'purpose'> | undefined {
  if (!failedWith(error, 'CHALLENGE_REQUESTED')) return undefined
  const { session, username = '' } = error.body as { session: string; username?: string }
  return { username: expectedUsername ?? username, session }
}

/** The ticket has expired after ten minutes or belongs to another browser: the user has to sign in with the provider again. */
const isTicketExpired = (error: unknown) => failedWith(error, 'federationFailed')
