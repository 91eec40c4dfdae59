import type { PasswordRejection } from '@lintel/contract/identity/passwords'
import { failedWith } from '../../api/failure'

/** The server's reasons for not taking a new password; undefined for any other failure. */
export function rejectedFor(error: unknown): readonly PasswordRejection[] | undefined {
  if (!failedWith(error, 'passwordRejected')) return undefined
  const reasons = error.problems[0]?.meta?.rules
  // Our own server's answer: the reasons are the contract's words.
  return Array.isArray(reasons) ? (reasons as PasswordRejection[]) : []
}
