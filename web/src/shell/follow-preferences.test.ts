import type { CurrentUser } from '@lintel/contract/people/users'
import { expect, test, vi } from 'vitest'
import { sendBrowserLocale } from './follow-preferences'

const follower: Pick<CurrentUser, 'guestOf' | 'language'> = { guestOf: null, language: null }

/** The languages that a page reports for this person; each test has a person of its own. */
function openPage(id: string, { languages, cookies = '' }: { languages: string[]; cookies?: string }) {
  const reported: string[] = []
  const page = { cookie: cookies }
  vi.stubGlobal('navigator', { languages, language: languages[0] })
  vi.stubGlobal('document', page)
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    reported.push(JSON.parse(body).locale)
    return new Response(null, { status: 204 })
  })
  return async (user: Partial<CurrentUser> = {}, cookiesNow = cookies) => {
    page.cookie = cookiesNow
    sendBrowserLocale({ id, ...follower, ...user } as CurrentUser)
    // The request is sent in a later task.
    await new Promise((resolve) => setTimeout(resolve))
    return reported
  }
}

test.each([
  { languages: ['nl', 'de'], locale: 'de' },
  { languages: ['nl', 'de-AT', 'en-US'], locale: 'de-AT' },
  { languages: ['en-GB', 'en'], locale: 'en-GB' },
  { languages: ['nn-NO'], locale: 'nn-NO' },
  { languages: ['nl'], locale: 'en' },
  { languages: [], locale: 'en' },
  // With an extension the server refuses it.
  { languages: ['de-u-co-phonebk'], locale: 'de' },
])('a browser that asks for $languages has its mails in the language of its screens: $locale', async (given) => {
  const report = openPage(`${given.languages}@nord.example`, given)
  expect(await report()).toEqual([given.locale])
})

test('a language that was chosen on the sign-in page is the language of the mails as well', async () => {
  const cookies = 'lintel-language=pl; lintel-language-here=1'
  const report = openPage('chosen@nord.example', { languages: ['en-GB'], cookies })
  expect(await report()).toEqual(['pl'])
})

test('for an account with a language of its own the browser’s is reported: for when it follows the browser again', async () => {
  const cookies = 'lintel-language=pl'
  const report = openPage('own@nord.example', { languages: ['nl', 'de'], cookies })
  expect(await report({ language: 'pl' })).toEqual(['de'])
})

test('it is reported once, and again when it has changed; for a guest never', async () => {
  const cookies = 'lintel-language=pl; lintel-language-here=1'
  const report = openPage('again@nord.example', { languages: ['en-GB'], cookies })
  await report()
  expect(await report()).toEqual(['pl'])
  expect(await report({}, '')).toEqual(['pl', 'en-GB'])
  expect(await report({ id: 'guest@nord.example', guestOf: 'NB-2041' }, '')).toEqual(['pl', 'en-GB'])
})
