/** Why a mailed link did not change the password (account-portal chapter 2, password changed). */
export type PasswordChangeOutcome = 'changed' | 'link-expired' | 'link-used' | 'unknown'

/** Interprets the parameters of the server's redirect, ignoring case. */
export function passwordChangeOutcome(success: boolean, message: string): PasswordChangeOutcome {
  if (success) return 'changed'
  switch (message.trim().toLowerCase()) {
    case 'access expired':
      return 'link-expired'
    case 'this url can be used only once':
      return 'link-used'
    default:
      return 'unknown'
  }
}
