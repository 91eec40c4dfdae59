/**
 * What the application asks before and on its first screen, and before the users of a large customer. Written down because the declarations of the contract bring
 * zod, a fifth of all the code that the project list may need, along; a test holds this to them.
 */
export const firstCalls = {
  readHome: { method: 'GET', path: '/mgw/api/v3/home' },
  readCurrentUser: { method: 'GET', path: '/mgw/api/v3/users/me' },
  reportBrowserLocale: { method: 'POST', path: '/mgw/api/v2/user-profiles/{email}/browser-locale' },
  addFavourite: { method: 'POST', path: '/mgw/api/v2/projects/{id}/favourite' },
  removeFavourite: { method: 'DELETE', path: '/mgw/api/v2/projects/{id}/favourite' },
  readAccessMatrix: { method: 'GET', path: '/mgw/api/v3/customers/{customer}/access-matrix' },
} as const

/** The resources of the first screen and of the tools' menu, as far as reading needs them; see {@link firstCalls}. */
export const firstResources = {
  clusterConfiguration: { type: 'cluster-configuration', path: '/mgw/api/v3/cluster-configuration', largestPage: 200 },
  userSettings: { type: 'user-settings', path: '/mgw/api/v3/user-settings', largestPage: 200 },
  customerDomains: { type: 'customer-domains', path: '/mgw/api/v3/customer-domains', largestPage: 200 },
  projectLinks: { type: 'project-links', path: '/mgw/api/v3/project-links', largestPage: 5_000 },
} as const
