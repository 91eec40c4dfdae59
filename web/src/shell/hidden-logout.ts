/** The routes on which the logout is hidden (account-portal chapter 2): there, a mistaken tap would cost the most. */
const routesWithoutLogout = ['/login', '/projects', '/customers', '/providers']

/** True on those routes and below them. */
export const hidesLogout = (path: string): boolean =>
  routesWithoutLogout.some((route) => path === route || path.startsWith(`${route}/`))
