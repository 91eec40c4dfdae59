import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { readMfaStatus } from '@lintel/contract/identity/mfa'
import type { listPasskeys } from '@lintel/contract/identity/passkeys'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import type { CurrentUser } from '@lintel/contract/people/users'
import { hasOwnPassword } from '../../session/has-own-password'

/** A section of the account page, with a path of its own. */
export interface AccountPart {
  to:
    | '/user-profile'
    | '/account-email'
    | '/change-password'
    | '/second-factor'
    | '/passkeys'
    | '/sessions'
    | '/delete-user'
  title: MessageDescriptor
  /** Paths of the section's sub-pages. */
  subPaths?: readonly string[]
}

const profile: AccountPart = { to: '/user-profile', title: msg`Profile`, subPaths: ['/delete-user'] }
const email: AccountPart = { to: '/account-email', title: msg`Email` }
const password: AccountPart = { to: '/change-password', title: msg`Password` }
const secondFactor: AccountPart = {
  to: '/second-factor',
  title: msg`Two-step verification`,
  subPaths: ['/mfa-setup', '/mfa-remove'],
}
const passkeys: AccountPart = { to: '/passkeys', title: msg`Passkeys` }
const sessions: AccountPart = { to: '/sessions', title: msg`Where you are signed in` }
/** A sub-page of the profile, where there is one. */
const deletion: AccountPart = { to: '/delete-user', title: msg`Delete account` }

interface AccountStatus {
  /** Undefined while loading. */
  mfaStatus: CallAnswer<typeof readMfaStatus> | undefined
  /** Undefined while loading. */
  ownPasskeys: CallAnswer<typeof listPasskeys> | undefined
}

/**
 * The sections that apply to a user's account. Users of a provider or of a guest link have no password, second factor
 * or passkeys here, and guests no email of their own; features that the installation does not offer are omitted.
 */
export function accountParts(
  user: Pick<CurrentUser, 'method' | 'guestOf'>,
  { mfaStatus, ownPasskeys }: AccountStatus,
): readonly AccountPart[] {
  if (user.guestOf !== null) return [sessions, deletion]
  const hasSecondFactor = mfaStatus === undefined || mfaStatus.available || mfaStatus.status === 'enabled'
  const hasPasskeys = ownPasskeys === undefined || ownPasskeys.available || ownPasskeys.passkeys.length > 0
  return [
    profile,
    email,
    ...(hasOwnPassword(user)
      ? [password, ...(hasSecondFactor ? [secondFactor] : []), ...(hasPasskeys ? [passkeys] : [])]
      : []),
    sessions,
  ]
}
