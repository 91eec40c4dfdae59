import { type Device, isDesktopChrome, isHandheld } from '../../session/device'
import { readChoiceCookie, writeChoiceCookie } from '../../ui/choice-cookie'

/** The browser that the product is built and tested for, and where to get it. */
export const supportedBrowser = { name: 'Chrome', downloadFrom: 'https://www.google.com/chrome/' }

/** The first Chromium version, of spring 2024, with all features that the screens need (`light-dark()`, `field-sizing`). */
const minVersion = 123

const cookieName = 'lintel-browser-accepted'

/**
 * On a desktop the supported browser is Chrome of at least `minVersion`. Phones and tablets have the one browser of
 * their system and never show the warning (decision 030).
 */
export function isSupported(device: Device): boolean {
  if (isHandheld(device)) return true
  const version = /Chrome\/(\d+)/.exec(device.userAgent)?.[1]
  return isDesktopChrome(device) && Number(version) >= minVersion
}

/** True if the user has chosen to continue in an unsupported browser. */
export const isAccepted = (cookies: string): boolean => readChoiceCookie(cookieName, cookies) === 'accepted'

/** Stores that choice. */
export const acceptBrowser = (): void => writeChoiceCookie(cookieName, 'accepted')
