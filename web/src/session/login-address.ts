/** The sign-in page with an email filled in: a document of its own, so a plain link leads there. */
export const loginAddress = (email: string): string =>
  email === '' ? '/login' : `/login?${new URLSearchParams({ email })}`
