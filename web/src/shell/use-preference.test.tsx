import { i18n } from '@lingui/core'
import type { CurrentUser } from '@lintel/contract/people/users'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderForm } from '../../test/render-form'
import { createQueryClient } from '../api/query-client'

/** Texts that arrive later, by language. */
const lateTexts = new Map<string, Promise<void>>()

// The parts of the catalogs exist in the built application only.
vi.mock('../i18n/catalogs', () => ({
  async loadTexts(_part: string, locale: string) {
    await lateTexts.get(locale)
    return {}
  },
}))

/** Lets the texts of a language arrive when the returned function is called. */
function delayTexts(locale: string): () => void {
  let arrive = () => {}
  lateTexts.set(
    locale,
    new Promise((resolve) => {
      arrive = resolve
    }),
  )
  onTestFinished(() => {
    lateTexts.clear()
  })
  return arrive
}

/** Whether the server saves a choice. */
type Answer = 'saved' | 'failed'

/** A browser with these cookies, in which somebody with this account makes choices; the server answers when told to. */
async function signedIn({ account, cookies }: { account: Partial<CurrentUser>; cookies: string }) {
  const jar = new Map(cookies.split('; ').map((cookie) => cookie.split('=') as [string, string]))
  const answers: ((answer: Answer) => void)[] = []
  const profile = { data: { type: 'user-profiles', id: 'mei', attributes: {}, meta: { version: 1 } } }
  // The settings of the page are read from it when they are imported.
  vi.resetModules()
  const { usePreference } = await import('./use-preference')
  const { currentUser } = await import('../session/current-user')
  const queries = createQueryClient()
  const user = { id: 'mei', guestOf: null, theme: 'system', language: null, ...account } as CurrentUser
  queries.setQueryData(currentUser.queryKey, user)
  const form = await renderForm(() => usePreference(user), queries)
  const dataset: { theme?: string } = {}
  Object.assign(document, { documentElement: { dataset, lang: 'en' } })
  Object.defineProperty(document, 'cookie', {
    get: () => [...jar].map((cookie) => cookie.join('=')).join('; '),
    set(written: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(written) ?? []
      if (written.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    },
  })
  vi.stubGlobal('navigator', { languages: ['en'], language: 'en', maxTouchPoints: 0, onLine: true })
  vi.stubGlobal('dispatchEvent', () => true)
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage() {}
    },
  )
  vi.stubGlobal('fetch', async (_address: string, { method }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(profile)
    if (method === 'POST') return new Response(null, { status: 204 })
    const answer = await new Promise<Answer>((resolve) => answers.push(resolve))
    return answer === 'saved'
      ? Response.json(profile)
      : Response.json({ errors: [{ status: '403', code: 'forbidden' }] }, { status: 403 })
  })
  return {
    choose: (preference: Parameters<ReturnType<typeof usePreference>>[0]) =>
      form.change((prefer) => prefer(preference)),
    async answer(answer: Answer) {
      await expect.poll(() => answers.length).toBeGreaterThan(0)
      await form.change(() => answers.shift()?.(answer))
    },
    shown: () => ({ theme: dataset.theme, language: i18n.locale, cookies: Object.fromEntries(jar) }),
    stored: () => queries.getQueryData(currentUser.queryKey),
    isSaving: () => queries.isMutating() > 0,
  }
}

const accountOf = { theme: 'dark', language: 'nb' } as const
const cookiesOf = 'lintel-theme=dark; lintel-language=nb'

test('a theme that could not be saved gives the former one back, which the account still has', async () => {
  const { choose, answer, shown, stored } = await signedIn({ account: accountOf, cookies: cookiesOf })
  await choose({ theme: 'light' })
  expect(shown()).toMatchObject({ theme: 'light', cookies: { 'lintel-theme': 'light' } })
  await answer('failed')
  await expect.poll(shown).toMatchObject({ theme: 'dark', cookies: { 'lintel-theme': 'dark' } })
  expect(stored()).toMatchObject({ theme: 'dark' })
})

test('a language that could not be saved gives the former one back, also when its texts arrive later than that', async () => {
  const { choose, answer, shown, stored } = await signedIn({ account: accountOf, cookies: cookiesOf })
  const arrive = delayTexts('de')
  await choose({ language: 'de' })
  expect(shown().cookies).toMatchObject({ 'lintel-language': 'de' })
  await answer('failed')
  await expect.poll(shown).toMatchObject({ language: 'nb', cookies: { 'lintel-language': 'nb' } })
  const languages: string[] = []
  onTestFinished(i18n.on('change', () => languages.push(i18n.locale)))
  arrive()
  await expect.poll(() => [languages.includes('de'), shown().language]).toEqual([true, 'nb'])
  expect(stored()).toMatchObject({ language: 'nb' })
})

test.each([
  { answers: ['saved', 'saved'], theme: 'dark' },
  { answers: ['failed', 'saved'], theme: 'dark' },
  { answers: ['saved', 'failed'], theme: 'light' },
  { answers: ['failed', 'failed'], theme: undefined },
] as const)('of two choices, $answers in turn, the last one that is saved applies', async ({ answers, theme }) => {
  const page = await signedIn({ account: { theme: 'system' }, cookies: '' })
  await page.choose({ theme: 'light' })
  await page.choose({ theme: 'dark' })
  for (const answer of answers) await page.answer(answer)
  await expect.poll(() => page.isSaving()).toBe(false)
  expect(page.shown().theme).toBe(theme)
})

test('a choice that was made before the sign-in stays one of the browser when no other could be saved', async () => {
  const cookies = 'lintel-theme=dark; lintel-theme-here=1; lintel-language=nb; lintel-language-here=1'
  const page = await signedIn({ account: { theme: 'system', language: null }, cookies })
  const before = page.shown().cookies
  await page.choose({ theme: 'light' })
  await page.answer('failed')
  await page.choose({ language: 'pl' })
  expect(page.shown().cookies).toMatchObject({ 'lintel-language': 'pl' })
  await page.answer('failed')
  await expect.poll(() => page.shown().cookies).toEqual(before)
})

test('the choices of a guest, who has no account, apply in the browser alone', async () => {
  const page = await signedIn({ account: { guestOf: 'harbour' }, cookies: '' })
  await page.choose({ theme: 'dark' })
  expect([page.shown().theme, page.isSaving()]).toEqual(['dark', false])
})
