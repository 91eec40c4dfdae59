import { expect, onTestFinished, test, vi } from 'vitest'
import { addressSecret, clearAddressSecret, extractAddressSecret, parseStoredSecret, secretIn } from './address-secrets'

const at = (path: string) => secretIn(new URL(path, 'https://lintel.example'))

test('S5: the code of a mailed link is taken out of the address, the rest stays', () => {
  expect(at('/reset-password?username=ola%40nordbygg.example&code=ABCDE-FGHJK')).toEqual({
    secret: 'ABCDE-FGHJK',
    rest: '/reset-password?username=ola%40nordbygg.example',
  })
  expect(at('/mfa-challenge?sessiondata=t1')).toEqual({ secret: 't1', rest: '/mfa-challenge' })
  expect(at('/confirm-email?code=ABCDE-FGHJK')).toEqual({ secret: 'ABCDE-FGHJK', rest: '/confirm-email' })
})

test('an address without a secret is left alone, and so is the same parameter elsewhere', () => {
  expect(at('/reset-password?username=ola')).toBeUndefined()
  expect(at('/federation?code=c&state=s')).toBeUndefined()
})

test('the secret of a new email is kept for ten minutes while its person signs in, and nothing else is taken for one', () => {
  expect(parseStoredSecret('1000 abc', 1_000 + 599_999)).toBe('abc')
  expect(parseStoredSecret('1000 abc', 1_000 + 600_000)).toBeUndefined()
  for (const stored of [null, undefined, '', 'abc', '1000']) expect(parseStoredSecret(stored, 2_000)).toBeUndefined()
})

/** A tab of a browser: its pages follow each other and share its storage. */
function openTab() {
  const stored = new Map<string, string>()
  const getItem = (key: string) => stored.get(key) ?? null
  const setItem = (key: string, value: string) => void stored.set(key, value)
  const removeItem = (key: string) => void stored.delete(key)
  vi.stubGlobal('sessionStorage', { getItem, setItem, removeItem })
  const show = (path: string) => vi.stubGlobal('location', new URL(path, 'https://lintel.example'))
  vi.stubGlobal('history', { state: null, replaceState: (_state: unknown, _title: string, path: string) => show(path) })
  vi.stubGlobal('window', new EventTarget())
  onTestFinished(() => {
    clearAddressSecret()
    vi.unstubAllGlobals()
  })
  /** Loads a document in place of the one before. */
  const load = (path: string) => {
    window.dispatchEvent(new Event('pagehide'))
    vi.stubGlobal('window', new EventTarget())
    show(path)
  }
  return {
    stored: () => [...stored.values()].join(),
    /** Opens a page of the application. */
    open(path: string) {
      load(path)
      extractAddressSecret()
    },
    /** Opens the sign-in page, which has a document of its own. */
    openSignIn: () => load('/login?next-url=%2Fconfirm-email'),
    /** Goes on to a page of the application in the same document, as after a sign-in. */
    goTo: show,
    reload() {
      load(location.pathname)
      extractAddressSecret()
    },
  }
}

const link = '/confirm-email?code=c0de'

test('H8: opened signed in, the code of a new email is in memory alone, also after a reload', () => {
  const tab = openTab()
  tab.open(link)
  expect([location.href, addressSecret(), tab.stored()]).toEqual(['https://lintel.example/confirm-email', 'c0de', ''])
  tab.reload()
  expect([addressSecret(), tab.stored()]).toEqual(['c0de', ''])
  tab.open('/account-email')
  expect([addressSecret(), tab.stored()]).toEqual([undefined, ''])
  tab.open('/confirm-email')
  expect(addressSecret()).toBeUndefined()
})

test('H8: opened signed out, the code is stored while its person signs in, and is back in memory alone afterwards', () => {
  const tab = openTab()
  tab.open(link)
  tab.openSignIn()
  expect(tab.stored()).toMatch(/^\d+ c0de$/)
  tab.open('/federation?code=c1&state=partner.s')
  expect(tab.stored()).toContain('c0de')
  tab.goTo('/confirm-email')
  expect([addressSecret(), tab.stored()]).toEqual(['c0de', ''])
  tab.reload()
  expect([addressSecret(), tab.stored()]).toEqual(['c0de', ''])
  clearAddressSecret()
  tab.reload()
  tab.openSignIn()
  expect([addressSecret(), tab.stored()]).toEqual([undefined, ''])
})

test('a secret is given to the screen that it was sent to, and to no other', () => {
  const tab = openTab()
  tab.open('/mfa-challenge?username=ola%40nordbygg.example&sessiondata=t1cket')
  expect(addressSecret()).toBe('t1cket')
  tab.goTo('/reset-password')
  expect(addressSecret()).toBeUndefined()
})

test('S5: a trailing slash leaves the secret neither in the address nor away from its screen', () => {
  const tab = openTab()
  tab.open('/mfa-challenge/?username=ola&sessiondata=t1cket')
  expect([location.href, addressSecret()]).toEqual(['https://lintel.example/mfa-challenge?username=ola', 't1cket'])
  tab.open('/confirm-email/?code=c0de')
  tab.openSignIn()
  expect(tab.stored()).toMatch(/^\d+ c0de$/)
})

test('H8: the secret of no other page is stored', () => {
  const tab = openTab()
  tab.open('/reset-password?username=ola%40nordbygg.example&code=ABCDE-FGHJK')
  expect(addressSecret()).toBe('ABCDE-FGHJK')
  tab.openSignIn()
  expect(tab.stored()).toBe('')
})
