import type { Region } from '@lintel/contract/settings/regions'
import { expect, test } from 'vitest'
import { nativeOf } from '../../native/native'
import { parseLoginEntry, stripSecret } from './login-entry'
import { otherRegions, regionAddress, regionOf, regionsFor } from './regions'

const region = (subdomain: string, isDefault = false): Region => ({
  subdomain,
  title: subdomain,
  distinctiveLanguages: [],
  isDefault,
})
const app = region('app', true)
const us = region('us')
const browser = { platform: 'web' } as const

test('a host belongs to the region of its first name', () => {
  expect(regionOf('us.example.com', [app, us])).toBe(us)
})

test('a host outside any region belongs to the default one', () => {
  expect(regionOf('localhost', [us, app])).toBe(app)
  expect(regionOf('localhost', [])).toBeUndefined()
})

test('app is the default region where none is said to be it', () => {
  expect(regionOf('localhost', [us, region('app')])).toEqual(region('app'))
})

test('switching the region keeps the page and its query', () => {
  const address = regionAddress('https://app.example.com/login?email=a', app, us, browser)
  expect(address).toBe('https://us.example.com/login?email=a')
})

test('a page whose region is not known is left as one of app, the default', () => {
  const address = regionAddress('https://app.example.com/login', undefined, region('development'), browser)
  expect(address).toBe('https://development.example.com/login')
})

test('switching back and forth does not pile up names', () => {
  expect(regionAddress('https://us.example.com/login', us, app, browser)).toBe('https://app.example.com/login')
})

test('in the native app the start screen does not come again in another region, whose cookies know nothing of it', () => {
  const phone = { getPlatform: () => 'ios', isNativePlatform: () => true }
  const there = nativeOf({ Capacitor: phone, navigator: { userAgent: '' }, document: { cookie: '' } })
  const { search } = new URL(regionAddress('https://app.example.com/login?next-url=%2Fnew-project', app, us, there))
  expect(parseLoginEntry(search)).toMatchObject({ hasStarted: true, nextUrl: '/new-project' })
  expect(stripSecret(search)).toBe('?next-url=%2Fnew-project')
})

test('a development or staging build of the native app offers its own region, a browser never does', () => {
  const named = (platform: 'web' | 'ios', build: 'production' | 'staging' | 'development') =>
    regionsFor([app, us], { platform, build }).map(({ subdomain }) => subdomain)
  expect(named('ios', 'development')).toEqual(['app', 'us', 'development'])
  expect(named('ios', 'staging')).toEqual(['app', 'us', 'staging'])
  expect(named('ios', 'production')).toEqual(['app', 'us'])
  expect(named('web', 'development')).toEqual(['app', 'us'])
  const listed = regionsFor([app, region('staging')], { platform: 'ios', build: 'staging' })
  expect(listed.map(({ subdomain }) => subdomain)).toEqual(['app', 'staging'])
})

test('whoever may be in the wrong region is shown the others, the likeliest first', () => {
  const asia = { ...region('asia'), distinctiveLanguages: ['ja', 'zh'] }
  expect(otherRegions('localhost', [app, us, asia], ['ja-JP', 'en'])).toEqual([asia, us])
  expect(otherRegions('us.example.com', [app, us, asia], ['en-GB'])).toEqual([app, asia])
})
