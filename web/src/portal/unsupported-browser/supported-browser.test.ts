import { expect, test, vi } from 'vitest'
import { acceptBrowser, isAccepted, isSupported } from './supported-browser'

const device = (userAgent: string, maxTouchPoints = 0) => ({ userAgent, maxTouchPoints })
const chromium = (version: number, name = '') =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36${name}`
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'

test.each([
  ['Chrome', device(chromium(143))],
  ['Chrome on a screen that is touched', device(chromium(123), 10)],
  ['an iPhone', device('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1', 5)],
  ['an iPad, which calls itself a Mac', device(safari, 5)],
  ['Chrome on an Android tablet', device(chromium(143).replace('Windows NT 10.0; Win64; x64', 'Linux; Android 15'), 5)],
  ['Firefox on Android', device('Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0', 5)],
])('%s is not warned', (_, given) => {
  expect(isSupported(given)).toBe(true)
})

test.each([
  ['Chromium of before spring 2024', device(chromium(122))],
  ['Edge', device(chromium(143, ' Edg/143.0.0.0'))],
  ['Opera', device(chromium(143, ' OPR/124.0.0.0'))],
  ['Firefox', device('Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0')],
  ['Safari on a Mac', device(safari)],
  ['Internet Explorer', device('Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko')],
  ['a browser that says nothing', device('')],
])('%s is warned', (_, given) => {
  expect(isSupported(given)).toBe(false)
})

test('the choice to go on is found among other cookies, and nothing else is taken for it', () => {
  expect(isAccepted('a=1; lintel-browser-accepted=accepted; b=2')).toBe(true)
  expect(isAccepted('')).toBe(false)
  expect(isAccepted('not-lintel-browser-accepted=accepted')).toBe(false)
  expect(isAccepted('lintel-browser-accepted=')).toBe(false)
})

test('the choice has a cookie of its own, which the known-browser secret of the server does not overwrite', () => {
  const written = { cookie: '' }
  vi.stubGlobal('document', written)
  acceptBrowser()
  vi.unstubAllGlobals()
  const [choice = ''] = written.cookie.split('; ')
  expect(choice).not.toMatch(/^lintel-browser=/)
  expect(isAccepted(`${choice}; lintel-browser=${'s'.repeat(43)}`)).toBe(true)
})
