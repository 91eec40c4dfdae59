/** The page that mails a code for a new password, with the address that was typed. */
export const resetAddress = (email: string): string =>
  email === '' ? '/reset-password' : `/reset-password?${new URLSearchParams({ email })}`
