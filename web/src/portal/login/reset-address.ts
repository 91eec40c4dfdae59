/** The address of the password reset page, with the entered email. */
export const resetAddress = (email: string): string =>
  email === '' ? '/reset-password' : `/reset-password?${new URLSearchParams({ email })}`
