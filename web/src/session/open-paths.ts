/**
 * Pages that anybody may open, signed in or not: nobody is sent to the sign-in from them, and a session that ends there
 * leads nowhere else. A test holds the list to the route tree: every route that does not stand behind the sign-in.
 */
const openPaths = [
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
export const isOpenPath = (pathname: string): boolean => openPaths.includes(pathname.split('/')[1] ?? '')
