import type { Region } from '@lintel/contract/settings/regions'
import { expect, test } from 'vitest'
import { regionAddress, regionOf } from './regions'

const region = (subdomain: string, isDefault = false): Region => ({
  subdomain,
  title: subdomain,
  distinctiveLanguages: [],
  isDefault,
})
const app = region('app', true)
const us = region('us')

test('a host belongs to the region of its first name', () => {
  expect(regionOf('us.example.com', [app, us])).toBe(us)
})

test('a host outside any region belongs to the default one', () => {
  expect(regionOf('localhost', [us, app])).toBe(app)
  expect(regionOf('localhost', [])).toBeUndefined()
})

test('switching the region keeps the page and its query', () => {
  expect(regionAddress('https://app.example.com/login?email=a', app, us)).toBe('https://us.example.com/login?email=a')
})

test('switching back and forth does not pile up names', () => {
  expect(regionAddress('https://us.example.com/login', us, app)).toBe('https://app.example.com/login')
})
