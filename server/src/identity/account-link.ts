interface AccountLink {
  email: string
  /** The temporary password. */
  secret: string
  /** The address that opens after the sign-in. */
  nextUrl?: string
}

/**
 * The address that signs in to one's account by a temporary password. `for=account` tells the sign-in page that the link is no invitation to
 * a project.
 */
export const accountLink = (publicUrl: string, { email, secret, nextUrl }: AccountLink): string => {
  const parameters = { email, tmppass: secret, for: 'account', ...(nextUrl !== undefined && { 'next-url': nextUrl }) }
  return `${publicUrl}/login?${new URLSearchParams(parameters)}`
}
