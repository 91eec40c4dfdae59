import { expect, test } from 'vitest'
import { safeNextUrl } from './next-url'

const here = 'https://app.example.com/login'
const prefixes = ['https://viewer.example.com/open', 'https://docs.example.com/']

test.each([
  ['/new-project', 'https://app.example.com/new-project'],
  ['https://app.example.com/project-1/', 'https://app.example.com/project-1/'],
  ['https://viewer.example.com/open/model?id=1#part', 'https://viewer.example.com/open/model?id=1#part'],
  ['https://viewer.example.com/open', 'https://viewer.example.com/open'],
  ['https://docs.example.com/a/b', 'https://docs.example.com/a/b'],
])('S13: %s lies under a safe prefix and is followed', (given, followed) => {
  expect(safeNextUrl(given, here, prefixes)?.href).toBe(followed)
})

test.each([
  'https://app.example.com.evil.test/',
  'https://app.example.com@evil.test/',
  'https://user:word@app.example.com/',
  '//evil.test/',
  '/.//evil.test/',
  'https://app.example.com//evil.test/',
  '/\\evil.test/',
  'https:evil.test',
  'http://app.example.com/',
  'https://app.example.com:8443/',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://app.example.com/1',
  'https://viewer.example.com/opened',
  'https://viewer.example.com/',
  'https://viewer.example.com/open/../admin',
  'https://viewer.example.com/open/%2e%2e/admin',
  'http://',
])('S13: %s is dropped', (given) => {
  const followed = safeNextUrl(given, here, prefixes)
  // `https:evil.test` is a relative reference on an https page: it must only lead to a page of our own.
  expect(followed === undefined || followed.origin === 'https://app.example.com').toBe(true)
  if (given !== 'https:evil.test') expect(followed).toBeUndefined()
})
