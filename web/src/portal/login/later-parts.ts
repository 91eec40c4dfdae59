/**
 * What the sign-in page can do without at first: what it shows after an error, at a special address, on request, in a local
 * installation only, or when it has learned what this installation offers.
 */
export const laterParts = {
  appearance: () => import('./appearance').then(({ Appearance }) => Appearance),
  appLink: () => import('../../ui/app-link').then(({ AppLink }) => AppLink),
  demoPeople: () => import('./demo-people').then(({ DemoPeople }) => DemoPeople),
  forcedWay: () => import('./forced-way').then(({ ForcedWay }) => ForcedWay),
  help: () => import('./help').then(({ Help }) => Help),
  notice: () => import('./login-notice').then(({ loadLoginNotice }) => loadLoginNotice()),
  passkeyWay: () => import('./passkey-way').then(({ PasskeyWay }) => PasskeyWay),
  singleSignOn: () => import('./single-sign-on').then(({ SingleSignOn }) => SingleSignOn),
  startScreen: () => import('./start-screen').then(({ StartScreen }) => StartScreen),
}

/** Fetches what may be wanted without a network: why nothing works, and help. */
export const fetchLaterParts = (): Promise<unknown> => Promise.allSettled([laterParts.notice(), laterParts.help()])
