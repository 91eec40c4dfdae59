import { expect, test } from 'vitest'
import { isDesktopChrome } from './desktop-chrome'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

test.each([
  ['Chrome on a desktop', chrome, true],
  ['Edge', `${chrome} Edg/143.0.0.0`, false],
  ['Opera', `${chrome} OPR/124.0.0.0`, false],
  [
    'Chrome on Android',
    chrome.replace('X11; Linux x86_64', 'Linux; Android 15').replace('Safari', 'Mobile Safari'),
    false,
  ],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', false],
])('the enterprise tools are for Chrome on a desktop: %s', (_name, userAgent, isOne) => {
  expect(isDesktopChrome({ userAgent, maxTouchPoints: 0 })).toBe(isOne)
})
