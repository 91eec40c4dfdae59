/**
 * The address of a page of the sign-in, which keeps the email, empty if there is none, and the next-url, which is validated where it is
 * followed.
 */
const addressAt =
  (path: string) =>
  (email: string, nextUrl: string | undefined): string => {
    const query = new URLSearchParams()
    if (email !== '') query.set('email', email)
    if (nextUrl !== undefined) query.set('next-url', nextUrl)
    return query.size > 0 ? `${path}?${query}` : path
  }

/** The sign-in page with the email filled in; it is a separate document, so plain links lead there. */
export const loginAddress = addressAt('/login')

/** The page that resets a forgotten password by a mailed code. */
export const resetAddress = addressAt('/reset-password')

/** The page that replaces a password that is correct but no longer accepted. */
export const invalidPasswordAddress = addressAt('/invalid-existing-password')
