import { expect, test } from 'vitest'
import { isDesktopChrome, isHandheld, isIos, isSafari, storeOf } from './device'

const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
const devices = {
  mac: { userAgent: safari, maxTouchPoints: 0 },
  ipad: { userAgent: safari, maxTouchPoints: 5 },
  chromeOnIphone: {
    userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605 CriOS/130 Mobile Safari/604.1',
    maxTouchPoints: 5,
  },
  chrome: { userAgent: 'Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 Chrome/130.0 Safari/537.36', maxTouchPoints: 0 },
  edge: {
    userAgent: 'Mozilla/5.0 (Windows) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
    maxTouchPoints: 10,
  },
  android: {
    userAgent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36',
    maxTouchPoints: 5,
  },
}

test.each([
  ['mac', false, true],
  ['ipad', true, true],
  ['chromeOnIphone', true, true],
  ['chrome', false, false],
  ['edge', false, false],
  ['android', false, false],
] as const)('%s: iOS %s, Safari %s', (name, ios, safariInside) => {
  expect([isIos(devices[name]), isSafari(devices[name])]).toEqual([ios, safariInside])
})

test.each([
  ['chromeOnIphone', 'ios'],
  ['ipad', 'ios'],
  ['android', 'android'],
  ['mac', undefined],
  ['chrome', undefined],
  ['edge', undefined],
] as const)('%s gets its apps from %s', (name, store) => {
  expect(storeOf(devices[name])).toBe(store)
})

test.each([
  ['mac', false, false],
  ['ipad', true, false],
  ['chromeOnIphone', true, false],
  ['chrome', false, true],
  ['edge', false, false],
  ['android', true, false],
] as const)('%s: handheld %s, Chrome on a desktop %s', (name, handheld, desktopChrome) => {
  expect([isHandheld(devices[name]), isDesktopChrome(devices[name])]).toEqual([handheld, desktopChrome])
})
