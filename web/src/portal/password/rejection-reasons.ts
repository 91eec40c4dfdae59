import type { PasswordRejection } from '@lintel/contract/identity/passwords'
import { failedWith } from '../../api/failure'

/** The server's reasons for rejecting a new password; undefined for any other failure. */
export function rejectionReasons(error: unknown): readonly PasswordRejection[] | undefined {
  if (!failedWith(error, 'passwordRejected')) return undefined
  const reasons = error.problems[0]?.meta?.rules
  // The response of our own server: the reasons are those of the contract.
  return Array.isArray(reasons) ? (reasons as PasswordRejection[]) : []
}
