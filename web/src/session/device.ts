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
