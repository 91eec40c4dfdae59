import { expect, test } from 'vitest'
import { nativeOf } from './native'

const chrome = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36'

const surroundings = (platform?: string, userAgent = chrome) => ({
  ...(platform && { Capacitor: { getPlatform: () => platform, isNativePlatform: () => platform !== 'web' } }),
  navigator: { userAgent },
  document: { cookie: '' },
})

test('a browser is the web, of the production build, and never freshly installed', () => {
  const here = surroundings()
  const native = nativeOf(here)
  expect([native.platform, native.build, native.isFreshInstall()]).toEqual(['web', 'production', false])
  native.noteStarted()
  expect(here.document.cookie).toBe('')
})

test.each(['ios', 'android'] as const)('inside the wrapper on %s the platform is told', (platform) => {
  expect(nativeOf(surroundings(platform)).platform).toBe(platform)
})

test('the wrapper’s own web preview, and platforms that nobody built for, are the web', () => {
  expect(nativeOf(surroundings('web')).platform).toBe('web')
  expect(nativeOf(surroundings('electron')).platform).toBe('web')
})

test.each([
  ['staging', 'staging'],
  ['development', 'development'],
  ['production', 'production'],
  ['nightly', 'production'],
] as const)('a %s build is read from the user agent as %s', (named, build) => {
  expect(nativeOf(surroundings('ios', `${chrome} Lintel-App/1.0 (${named})`)).build).toBe(build)
})

test('an installation is fresh until its start screen has been left', () => {
  const here = surroundings('ios')
  expect(nativeOf(here).isFreshInstall()).toBe(true)
  nativeOf(here).noteStarted()
  expect(here.document.cookie).toMatch(/^lintel-started=1; Path=\/; Max-Age=\d+; SameSite=Lax$/)
  expect(nativeOf({ ...here, document: { cookie: 'a=b; lintel-started=1' } }).isFreshInstall()).toBe(false)
})
