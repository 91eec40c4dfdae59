/** What a browser says about itself, as far as the product asks. */
export interface Device {
  userAgent: string
  maxTouchPoints: number
}

/** iPhone, iPad or iPod; an iPad calls itself a Mac, but a Mac has no touch screen. */
export const isIos = ({ userAgent, maxTouchPoints }: Device): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)

/** True for Safari and for every browser on iOS, which are Safari inside. */
export const isSafari = (device: Device): boolean =>
  isIos(device) || (/Safari/.test(device.userAgent) && !/Chrome|Chromium|Edg|Android/.test(device.userAgent))

/** The store that this device gets its apps from; undefined for a computer. */
export function storeOf(device: Device): 'ios' | 'android' | undefined {
  if (isIos(device)) return 'ios'
  return /Android/.test(device.userAgent) ? 'android' : undefined
}

/** A phone or tablet: it has the one browser that its system brings. */
export const isHandheld = (device: Device): boolean => isIos(device) || /Android|Mobile/.test(device.userAgent)

/**
 * Chrome on a desktop, for which the product is made (admin-console chapter 1); not Edge or Opera, which carry its name as
 * well. Browsers that call themselves Chrome and nothing else (Brave, Chromium) are taken for it.
 */
export const isDesktopChrome = (device: Device): boolean =>
  /Chrome\//.test(device.userAgent) && !/Edg\/|OPR\//.test(device.userAgent) && !isHandheld(device)
