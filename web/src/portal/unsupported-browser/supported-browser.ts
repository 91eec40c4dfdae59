import { type Device, isDesktopChrome, isHandheld } from '../../session/device'
import { keepChoice, keptChoice } from '../../ui/kept-choice'

/** The browser that the product is built for and tested in, and where to get it. */
export const supportedBrowser = { name: 'Chrome', downloadFrom: 'https://www.google.com/chrome/' }

/** What the screens need (`light-dark()`, `field-sizing`) is in Chromium from this version on; spring 2024. */
const oldestVersion = 123

const choice = 'lintel-browser'

/**
 * On a desktop the supported browser is Chrome, not too old. A phone or tablet has the one browser that its system brings,
 * and is never warned (decision 030).
 */
export function isSupported(device: Device): boolean {
  if (isHandheld(device)) return true
  const version = /Chrome\/(\d+)/.exec(device.userAgent)?.[1]
  return isDesktopChrome(device) && Number(version) >= oldestVersion
}

/** True when the person has chosen to go on in a browser that is not supported. */
export const isAccepted = (cookies: string): boolean => keptChoice(choice, cookies) === 'accepted'

/** Keeps that choice. */
export const acceptBrowser = (): void => keepChoice(choice, 'accepted')
