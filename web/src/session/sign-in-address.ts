/** The address of the sign-in page that returns to `from` (path and query); `hasEnded` makes it explain that the session has ended. */
export function signInAddress(from: string, hasSessionEnded = false): string {
  const query = new URLSearchParams()
  if (from !== '/') query.set('next-url', from)
  if (hasSessionEnded) query.set('ended', '')
  return query.size > 0 ? `/login?${query}` : '/login'
}
