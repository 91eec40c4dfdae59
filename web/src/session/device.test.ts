import { expect, test } from 'vitest'
import { isDesktopChrome, isIos, isSafari } from './device'

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

test('only Chrome on a desktop is Chrome on a desktop', () => {
  const seen = (userAgent: string, maxTouchPoints = 0) => isDesktopChrome({ userAgent, maxTouchPoints })
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
  expect(seen(chrome)).toBe(true)
  expect(seen(`${chrome} Edg/143.0.0.0`)).toBe(false)
  expect(seen(`${chrome} OPR/124.0.0.0`)).toBe(false)
  expect(seen(chrome.replace('X11; Linux x86_64', 'Linux; Android 15').replace('Safari', 'Mobile Safari'))).toBe(false)
  expect(seen('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0')).toBe(false)
})
