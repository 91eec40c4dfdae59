/**
 * Sections that the first view of the sign-in page does not need: shown after an error, at a special address, on
 * request, only in a local installation, or once the installation's configuration is known.
 */
export const lazySections = {
  appearance: () => import('./appearance').then(({ Appearance }) => Appearance),
  appLink: () => import('../../ui/app-link').then(({ AppLink }) => AppLink),
  demoPeople: () => import('./demo-people').then(({ DemoPeople }) => DemoPeople),
  forcedProviderActions: () =>
    import('./forced-provider-actions').then(({ ForcedProviderActions }) => ForcedProviderActions),
  help: () => import('./help').then(({ Help }) => Help),
  notice: () => import('./login-notice').then(({ loadLoginNotice }) => loadLoginNotice()),
  passkeySignIn: () => import('./passkey-sign-in').then(({ PasskeySignIn }) => PasskeySignIn),
  singleSignOn: () => import('./single-sign-on').then(({ SingleSignOn }) => SingleSignOn),
  startScreen: () => import('./start-screen').then(({ StartScreen }) => StartScreen),
}

/** Preloads what may be needed without a network: the error notice and help. */
export const preloadOfflineSections = (): Promise<unknown> =>
  Promise.allSettled([lazySections.notice(), lazySections.help()])
