import type { FederatedAccount } from './federation.store'
import { refusalReason } from './sign-in'

/** What a request for an account with an address comes to. */
export type Creation =
  /** A new account is created and signed in. */
  | 'create'
  /** The account of the address, which was never proved, is proved, linked and signed in. */
  | 'open'
  /** The address belongs to an account that the provider's proof does not open. */
  | 'taken'
  /** A mailed link proves the address, and links the account. */
  | 'verify'
  /** The owner of the account is told by mail how to link it. */
  | 'notify'
  /** Nobody has the address, and people may not be added. */
  | 'notAdded'

/**
 * What a request for an account comes to, by the account that has the address, if any. `isProved` says whether the provider proves
 * the address. At a provider with `emailMatch`, whose accounts are never linked by password, a mailed proof also links an account
 * that was proved before.
 */
export function creationOf(
  known: FederatedAccount | undefined,
  { isProved, emailMatch, canAddUsers }: { isProved: boolean; emailMatch: boolean; canAddUsers: boolean },
): Creation {
  if (!known) {
    if (!canAddUsers) return 'notAdded'
    return isProved ? 'create' : 'verify'
  }
  const isRefused = refusalReason(known) !== undefined
  if (isProved) return known.isProved || isRefused ? 'taken' : 'open'
  return !isRefused && (!known.isProved || emailMatch) ? 'verify' : 'notify'
}
