interface AccountLink {
  email: string
  /** The temporary password. */
  secret: string
  /** The address that opens after the sign-in. */
  nextUrl?: string
}

/**
 * The address that signs in to one's account by a temporary password. `for=account` tells the sign-in page that the link is no invitation to
 * a project. The secret is at its end, where the sending of mails finds it, to ask whether it still opens something.
 */
export const accountLink = (publicUrl: string, { email, secret, nextUrl }: AccountLink): string => {
  const parameters = { email, for: 'account', ...(nextUrl !== undefined && { 'next-url': nextUrl }), tmppass: secret }
  return `${publicUrl}/login?${new URLSearchParams(parameters)}`
}
