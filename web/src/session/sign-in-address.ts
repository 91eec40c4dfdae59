/**
 * The address of the sign-in page that returns to `from` (path and query). With `ended` it explains that the session has ended: `guest` for
 * one that a guest's link had opened, empty for any other.
 */
export function signInAddress(from: string, ended?: '' | 'guest'): string {
  const query = new URLSearchParams()
  if (from !== '/') query.set('next-url', from)
  if (ended !== undefined) query.set('ended', ended)
  return query.size > 0 ? `/login?${query}` : '/login'
}
