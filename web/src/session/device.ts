/** The properties of `navigator` that are used here. */
export interface Device {
  userAgent: string
  maxTouchPoints: number
}

/** True for iPhone, iPad and iPod; an iPad identifies as a Mac, but a Mac has no touch screen. */
export const isIos = ({ userAgent, maxTouchPoints }: Device): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)

/** True for Safari and for every browser on iOS, as they all use its engine. */
export const isSafari = (device: Device): boolean =>
  isIos(device) || (/Safari/.test(device.userAgent) && !/Chrome|Chromium|Edg|Android/.test(device.userAgent))

/** The app store of this device; undefined for a computer. */
export function storeOf(device: Device): 'ios' | 'android' | undefined {
  if (isIos(device)) return 'ios'
  return /Android/.test(device.userAgent) ? 'android' : undefined
}

/** True for phones and tablets. */
export const isHandheld = (device: Device): boolean => isIos(device) || /Android|Mobile/.test(device.userAgent)

/**
 * True for Chrome on a desktop, which the product supports (admin-console chapter 1); not for Edge or Opera, whose user agents contain its
 * name. Browsers that identify only as Chrome (Brave, Chromium) count as Chrome.
 */
export const isDesktopChrome = (device: Device): boolean =>
  /Chrome\//.test(device.userAgent) && !/Edg\/|OPR\//.test(device.userAgent) && !isHandheld(device)
