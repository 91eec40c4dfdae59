/** Where the page runs: in a browser, or inside the native wrapper of a phone. */
export type Platform = 'web' | 'ios' | 'android'

/** Which build of the wrapper it is; development and staging builds offer regions of their own (account-portal chapter 2). */
export type NativeBuild = 'production' | 'staging' | 'development'

/**
 * One-time parameter of a sign-in address on another host: the start screen has been left. The cookie that remembers it belongs to one host,
 * and each region is a host of its own.
 */
export const startedParameter = 'started'

/** What the page knows of the wrapper around it. In a browser: `web`, never fresh. */
export interface Native {
  readonly platform: Platform
  readonly build: NativeBuild
  /** True until somebody has left the start screen of this installation once. */
  isFreshInstall(): boolean
  /** The start screen has been left: it is not shown again on this device. */
  noteStarted(): void
}

/** The part of the window that the answer is read from; a test gives its own. */
export interface Surroundings {
  /** Put on the window by Capacitor's native side before any script of ours runs; absent in a browser. */
  Capacitor?: { getPlatform?(): string; isNativePlatform?(): boolean }
  navigator: { userAgent: string }
  document: { cookie: string }
}

/** Written by the wrapper at the end of its user agent: `Lintel-App/1.0 (staging)`. See `native/capacitor.config.json`. */
const signature = /Lintel-App\/[\d.]+ \((production|staging|development)\)/
const startedCookie = 'lintel-started'
const tenYears = 10 * 365 * 24 * 3600

/** Reads where the page runs from its surroundings. */
export function nativeOf(here: Surroundings): Native {
  const platform = platformOf(here)
  const build = signature.exec(here.navigator.userAgent)?.[1]
  return {
    platform,
    build: build === 'staging' || build === 'development' ? build : 'production',
    isFreshInstall: () => platform !== 'web' && !here.document.cookie.split('; ').includes(`${startedCookie}=1`),
    noteStarted() {
      if (platform === 'web') return
      here.document.cookie = `${startedCookie}=1; Path=/; Max-Age=${tenYears}; SameSite=Lax`
    },
  }
}

function platformOf({ Capacitor }: Surroundings): Platform {
  if (!Capacitor?.isNativePlatform?.()) return 'web'
  const platform = Capacitor.getPlatform?.()
  return platform === 'ios' || platform === 'android' ? platform : 'web'
}

/** The wrapper around this page. */
export const native = (): Native => nativeOf(window)

declare global {
  interface Window {
    Capacitor?: NonNullable<Surroundings['Capacitor']>
  }
}
