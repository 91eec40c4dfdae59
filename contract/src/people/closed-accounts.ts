/** Domain of the addresses that closed accounts get: a mail to it cannot be sent (RFC 2606, 2). */
export const closedAccountDomain = 'closed.invalid'

/** Whether this is the address of an account that was closed. */
export const isClosedAccount = (email: string): boolean => email.endsWith(`@${closedAccountDomain}`)
