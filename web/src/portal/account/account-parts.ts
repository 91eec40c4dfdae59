import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { mfaStatus } from '@lintel/contract/identity/mfa'
import type { listPasskeys } from '@lintel/contract/identity/passkeys'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import type { CurrentUser } from '@lintel/contract/people/users'

/** A part of the account page: each has an address of its own. */
export interface AccountPart {
  to: '/user-profile' | '/account-email' | '/change-password' | '/second-factor' | '/passkeys' | '/sessions'
  title: MessageDescriptor
  /** The steps of the part, which have addresses of their own as well. */
  steps?: readonly string[]
}

const profile: AccountPart = { to: '/user-profile', title: msg`Profile`, steps: ['/delete-user'] }
const email: AccountPart = { to: '/account-email', title: msg`Email` }
const password: AccountPart = { to: '/change-password', title: msg`Password` }
const secondFactor: AccountPart = {
  to: '/second-factor',
  title: msg`Two-step verification`,
  steps: ['/mfa-setup', '/mfa-remove'],
}
const passkeys: AccountPart = { to: '/passkeys', title: msg`Passkeys` }
const places: AccountPart = { to: '/sessions', title: msg`Where you are signed in` }

interface Known {
  /** How the second factor stands; undefined while it is not known. */
  factor: CallAnswer<typeof mfaStatus> | undefined
  /** The person's passkeys; undefined while they are not known. */
  own: CallAnswer<typeof listPasskeys> | undefined
}

/**
 * The parts that somebody's account has. Whom a provider or a guest link signs in has neither password nor second factor
 * nor passkeys here, and a guest no email of their own; what this installation does not offer is not spoken of.
 */
export function accountParts(user: CurrentUser, { factor, own }: Known): readonly AccountPart[] {
  if (user.guestOf !== null) return [places]
  const hasFactor = factor === undefined || factor.available || factor.status === 'enabled'
  const hasPasskeys = own === undefined || own.available || own.passkeys.length > 0
  return [
    profile,
    email,
    ...(user.method === 'password'
      ? [password, ...(hasFactor ? [secondFactor] : []), ...(hasPasskeys ? [passkeys] : [])]
      : []),
    places,
  ]
}
