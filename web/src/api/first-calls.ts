/**
 * The calls of the first screen, and of the users screen of large customers, as literals: importing their declarations would add zod to the
 * initial bundle, a fifth of its size. A test compares them with the declarations.
 */
export const firstCalls = {
  readHome: { method: 'GET', path: '/mgw/api/v3/home' },
  readCurrentUser: { method: 'GET', path: '/mgw/api/v3/users/me' },
  reportBrowserLocale: { method: 'POST', path: '/mgw/api/v2/user-profiles/{email}/browser-locale' },
  addFavourite: { method: 'POST', path: '/mgw/api/v2/projects/{id}/favourite' },
  removeFavourite: { method: 'DELETE', path: '/mgw/api/v2/projects/{id}/favourite' },
  readAccessMatrix: { method: 'GET', path: '/mgw/api/v3/customers/{customer}/access-matrix' },
} as const

/** The resources of the first screen and of the tools menu, reduced to what reading needs; see {@link firstCalls}. */
export const firstResources = {
  clusterConfiguration: { type: 'cluster-configuration', path: '/mgw/api/v3/cluster-configuration', maxPageSize: 200 },
  userSettings: { type: 'user-settings', path: '/mgw/api/v3/user-settings', maxPageSize: 200 },
  customerDomains: { type: 'customer-domains', path: '/mgw/api/v3/customer-domains', maxPageSize: 200 },
  projectLinks: { type: 'project-links', path: '/mgw/api/v3/project-links', maxPageSize: 5_000 },
} as const
