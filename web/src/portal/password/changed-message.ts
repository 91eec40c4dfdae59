/** Why a link of a mail did not change the password (account-portal chapter 2, password changed). */
export type ChangedMessage = 'changed' | 'link-expired' | 'link-used' | 'unknown'

/** What the server's words in the address mean; letters of either case. */
export function changedMessage(success: boolean, message: string): ChangedMessage {
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
