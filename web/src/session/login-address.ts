/** The sign-in page with the email filled in; it is a separate document, so plain links lead there. */
export const loginAddress = (email: string): string =>
  email === '' ? '/login' : `/login?${new URLSearchParams({ email })}`
