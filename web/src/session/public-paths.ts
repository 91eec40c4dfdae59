/**
 * Pages that need no session: they never redirect to the sign-in, and a session that ends there does not navigate. A test compares the list
 * with the route tree: every route outside the signed-in layout.
 */
const publicPaths = [
  'login',
  'logout',
  'guest',
  'federation',
  'register',
  'reset-password',
  'invalid-existing-password',
  'password-changed',
  'mfa-challenge',
  'provider-setup',
  'wall',
]

/** True for a page that needs no session. */
export const isPublicPath = (pathname: string): boolean => publicPaths.includes(pathname.split('/')[1] ?? '')
