/** The sign-in page, to come back to `from` (path and query) afterwards; `hasEnded` tells why one is there again. */
export function signInAddress(from: string, hasEnded = false): string {
  const query = new URLSearchParams()
  if (from !== '/') query.set('next-url', from)
  if (hasEnded) query.set('ended', '')
  return query.size > 0 ? `/login?${query}` : '/login'
}
