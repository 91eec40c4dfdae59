const withNextUrl = (path: string, nextUrl: string | undefined) =>
  nextUrl === undefined ? path : `${path}?${new URLSearchParams({ 'next-url': nextUrl })}`

/**
 * Where a completed sign-in leads: to the project list, which follows the next-url when it is safe, or first to the
 * profile while a password must be set (account-portal chapters 2 and 4).
 */
export const afterSignIn = (
  { mustUpdatePassword }: { mustUpdatePassword?: boolean | undefined },
  nextUrl?: string,
): string => (mustUpdatePassword ? profileAddress(nextUrl) : withNextUrl('/', nextUrl))

/** The profile, to go on from there when it is complete. */
export const profileAddress = (nextUrl?: string): string => withNextUrl('/user-profile', nextUrl)
