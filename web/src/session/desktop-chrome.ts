import { type Device, isIos } from './device'

/**
 * Chrome on a desktop, for which the enterprise tools are made (admin-console chapter 1); not Edge or Opera, which carry
 * its name as well, and no phone or tablet.
 */
export const isDesktopChrome = (device: Device): boolean =>
  /Chrome\//.test(device.userAgent) && !/Edg\/|OPR\/|Android|Mobile/.test(device.userAgent) && !isIos(device)
