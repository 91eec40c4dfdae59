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

/**
 * Chrome on a desktop, for which the enterprise tools are made (admin-console chapter 1); not Edge or Opera, which carry
 * its name as well, and no phone or tablet.
 */
export const isDesktopChrome = (device: Device): boolean =>
  /Chrome\//.test(device.userAgent) && !/Edg\/|OPR\/|Android|Mobile/.test(device.userAgent) && !isIos(device)
