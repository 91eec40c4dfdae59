const withNextUrl = (path: string, nextUrl: string | undefined) =>
  nextUrl === undefined ? path : `${path}?${new URLSearchParams({ 'next-url': nextUrl })}`

/**
 * The address after a completed sign-in: the project list, which follows a safe next-url, or the profile while a password must be set
 * (account-portal chapters 2 and 4).
 */
export const afterSignIn = (
  { mustUpdatePassword }: { mustUpdatePassword?: boolean | undefined },
  nextUrl?: string,
): string => (mustUpdatePassword ? profileAddress(nextUrl) : withNextUrl('/', nextUrl))

/** The address of the profile, which continues to the next-url once it is complete. */
export const profileAddress = (nextUrl?: string): string => withNextUrl('/user-profile', nextUrl)
